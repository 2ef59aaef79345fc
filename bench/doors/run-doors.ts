// `npm run bench -- doors`: a service with a heap of 256 MiB, while strangers at other addresses of this machine do at once whatever
// is known to cost more than it should, and a bidder bids every ten seconds. Fails where the process dies, logs an error, or lets
// the bidder wait for 2 s. Ten minutes; `--minutes 2`: so many; `--short`: 20 s, in which a wait does not fail it. It reaches nothing but this
// machine.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { insertAuction, ongoing } from '../../test/support/insert-auction.ts';
import { makeSeller } from '../../test/support/seller.ts';
import { publicUrl } from '../../test/support/service.ts';
import { describeMachine } from '../describe-machine.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { percentile } from '../percentile.ts';
import { cpuMs, residentMiB } from '../processor-time.ts';
import { report } from '../report.ts';
import { startServer } from '../start-server.ts';
import { bidSteadily } from './bidder.ts';
import { holdOpen, senderAt, steadily, type Tally } from './attack.ts';

const isShort = process.argv.includes('--short');
const minutes = Number(/--minutes (\d+)/.exec(process.argv.join(' '))?.[1] ?? 10);
const seconds = isShort ? 20 : minutes * 60;
const bidEveryMs = isShort ? 4_000 : 10_000;
const maxWaitMs = 2_000;
const heapMiB = 256;

await using closing = new AsyncDisposableStack();
// Attacks write little, and a busy disk would be measured in their place.
const db = await openTemporaryDatabase(closing, { fsync: 'off' });
const metricsToken = 'token-of-the-bench-for-metrics';
const loggedErrors: string[] = [];
// Its own limits, without a proxy: the strangers are at addresses of this machine.
const env = {
  ROLE: undefined,
  RATE_LIMIT_KEY: undefined,
  RATE_LIMIT_IP: undefined,
  TRUST_PROXY: undefined,
  PUBLIC_URL: publicUrl,
  LOG_LEVEL: 'info',
  METRICS_TOKEN: metricsToken,
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  SHUTDOWN_GRACE_MS: '0',
};
const onLine = (line: string) => {
  if ((JSON.parse(line) as { level: number }).level >= 50) loggedErrors.push(line);
};
const service = closing.use(await startServer(db.url, { env, execArgv: [`--max-old-space-size=${heapMiB}`], onLine }));
const { port, pid } = service;

const own = closing.use(senderAt(port, '127.0.1.1', 20));
const [seller, rival] = [await makeSeller(db, own.send), await makeSeller(db, own.send)];
const { auctionId } = await insertAuction(db, seller, { ...ongoing, minimumBidValueInCents: 1_000 });
const silent = createServer(() => undefined).listen(0, '127.0.0.1');
closing.defer(() => silent.closeAllConnections());
closing.defer(() => void silent.close());

// The auctions of a rival, whose descriptions are slow to draw.
const descriptions = ['- a\n'.repeat(1_240), '#**a'.repeat(1_250), `${'['.repeat(2_400)}x`, '> '.repeat(2_400)];
const described: string[] = [];
for (let index = 0; index < (isShort ? 12 : 200); index += 1) {
  const { auctionId: id } = await insertAuction(db, rival, ongoing);
  const mutation = `mutation ($id: ID!, $text: String!) { updateAuctionPresentation(input: { auctionId: $id, description: $text }) { auction { presentation { description } } errors { code fault message path } } }`;
  await rival.graphql(mutation, { id, text: `${index} ${descriptions[index % descriptions.length]!.slice(0, 4_990)}` });
  described.push(id);
}
for (let index = 0; index < 8; index += 1) {
  const { port: receiver } = silent.address() as AddressInfo;
  const mutation = `mutation ($url: String!) { createWebhookEndpoint(input: { url: $url, eventTypes: [auction_cancelled, auction_started] }) { webhookEndpoint { endpointId } errors { code fault message path } } }`;
  await rival.graphql(mutation, { url: `http://127.0.0.1:${receiver}/${index}` });
}

/** The arguments of a request. */
type Shot = readonly [path: string, init?: RequestInit];

const stopping = new AbortController();
const { signal } = stopping;
/** The end of the process, if it did not outlive the attacks. */
let death: string | null = null;
service.child.once('exit', (code, killedBy) => {
  if (!signal.aborted) death = `The process has died with ${killedBy ?? `the code ${code}`}.`;
  stopping.abort();
});
const json = { 'content-type': 'application/json' };
const keyed = { ...json, authorization: `Bearer ${rival.key}` };
const madeUp = { authorization: `Bearer ${rival.key.slice(0, 20)}${'A'.repeat(rival.key.length - 20)}` };
const post = (path: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>): Shot => [
  path,
  { method: 'POST', headers, body },
];
const graphql = (query: string, variables: object = {}, headers: Record<string, string> = keyed) =>
  post('/graphql', headers, JSON.stringify({ query, variables }));
const urlencoded = 'application/x-www-form-urlencoded';
const ownForm = { origin: publicUrl, 'content-type': urlencoded };
const script = /docs\/files\/[\w-]+swagger-ui\.js/.exec((await own.send('/docs/api')).text)![0];
const graphiql = /graphql\/files\/[\w-]+graphiql\.js/.exec(
  (await own.send('/graphql', { headers: { accept: 'text/html' } })).text,
)![0];
const many = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join(' ');
const upload = await uploadAddress();

const sameSite = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };
const signIn = new URLSearchParams({ key: rival.key }).toString();
const signedIn = await own.send(...post('/seller', { ...sameSite, 'content-type': urlencoded }, signIn));
const ofSeller = { ...sameSite, cookie: signedIn.headers.get('set-cookie')!.split(';')[0]! };
const parts = `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(100_000)}--x--\r\n`;
const fields = 'a=1&b=&'.repeat(2_500_000);
const errors = 'errors { code fault message path }';
const searches = (count: number) =>
  `query ($t: String) { ${many(count, (i) => `a${i}: auctions(filter: { titleContains: $t }, first: 1) { totalCount }`)} }`;
const large = JSON.stringify({
  query: `{ ${many(30, (i) => `a${i}: auctions { nodes { presentation { description } } }`)} }`,
});
const host = 'HTTP/1.1\r\nHost: localhost\r\n';
const lengthOf = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

let strangers = 10;
/** Each stranger has an address of its own. */
const nextAddress = () => `127.0.0.${(strangers += 1)}`;
const hold = (count: number, text: string) => () =>
  holdOpen({ port, localAddress: nextAddress(), count, signal }, text);
const row = (perSecond: number, shot: (index: number) => Shot) => async () => {
  using sender = senderAt(port, nextAddress(), 50);
  return await steadily({ perSecond, atOnce: 50, signal }, (index) => sender.send(...shot(index)));
};
const oneOf = <T>(all: readonly T[], index: number) => all[index % all.length]!;

const rows: Record<string, () => Promise<Tally>> = {
  'GraphiQL asked for and not read, 200 connections': hold(200, `GET /${graphiql} ${host}\r\n`),
  'a file of /docs asked for and not read, 200 connections': hold(200, `GET /${script} ${host}\r\n`),
  'connections without a request, 1,000': hold(1_000, ''),
  'uploads that never end, 8 connections': hold(8, `PUT ${upload} ${host}Content-Length: 5000000\r\n\r\nabc`),
  'files of /docs and the page': row(20, (index) => [
    oneOf(['/docs', '/docs/errors', '/docs/openapi.json', '/auctions/page.js', `/${script}`], index),
    { headers: { 'accept-encoding': index % 2 === 0 ? 'gzip' : 'identity' } },
  ]),
  'wrong documents of 4 kB, each another': row(10, (index) => graphql(`{ ${many(400, (i) => `n${index}x${i}`)} }`)),
  '499 clocks': row(20, (index) => graphql(`{ ${many(499, () => 'clock{timestamp}')} } # ${index}`)),
  'documents about the schema, each another': row(5, (index) =>
    graphql(`{ a${index}: __schema { types { name description fields { name description } } } }`, {}, json),
  ),
  '30 mutations with a text of 5,000 characters': row(2, (index) => {
    const each = (i: number) =>
      `a${i}: updateAuctionPresentation(input: { auctionId: "${oneOf(described, i)}", description: $${i % 2 === 0 ? 'a' : 'b'} }) { auction { presentation { description } } ${errors} }`;
    const document = `mutation ($a: String!, $b: String!) { ${many(30, each)} }`;
    const variables = { a: `${index}${'ä'.repeat(4_900)}`, b: `${index}${'ö'.repeat(4_900)}` };
    return graphql(document, variables, { ...keyed, 'idempotency-key': `bench-${index}` });
  }),
  'made-up keys': row(50, (index) => [
    oneOf(['/metrics', '/admin', '/admin/queues', '/v1/auctions', '/docs/schema.graphql'], index),
    { headers: madeUp },
  ]),
  'sign-outs of another site': row(20, () => {
    const headers = { 'sec-fetch-site': 'cross-site', cookie: `__Host-admin=${'A'.repeat(43)}` };
    return ['/admin/sign-out', { method: 'POST', headers }];
  }),
  'malformed requests': row(20, (index) =>
    index % 2 === 0
      ? [oneOf(['/docs/%00/', '/docs/%0d%0aa:b/'], index / 2)]
      : post('/graphql', { ...keyed, 'content-encoding': 'gzip' }, new Uint8Array(gzipSync('{}'))),
  ),
  'forms that break off': () => brokenOff(10),
  'pictures of another site that point to /return, /challenge and /state': row(30, (index) => [
    `/auctions/${auctionId}/${oneOf(['return', 'challenge', 'state'], index)}`,
    { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' } },
  ]),
  'forms of 5,000,000 fields': row(2, () => post(`/auctions/${auctionId}/bids`, ownForm, fields)),
  'forms of 5,000,000 fields to a page of sellers, of a type in capitals': row(2, (index) =>
    post(
      '/seller/list',
      { ...ofSeller, 'content-type': 'Application/X-WWW-Form-Urlencoded' },
      index % 2 === 0 ? fields : 'a=1&'.repeat(500_000),
    ),
  ),
  'forms of 100,000 parts': row(2, () =>
    post('/seller/profile', { ...ofSeller, 'content-type': 'Multipart/Form-Data; boundary=x' }, parts),
  ),
  'numbers and searches of 28 aliases': row(10, (index) =>
    graphql(searches(index % 2 === 0 ? 28 : 2), index % 3 === 0 ? {} : { t: 'undefined' }),
  ),
  'searches of titles on the pages of sellers': row(10, (index) => [
    `/seller?title=none${index}`,
    { headers: ofSeller },
  ]),
  'deep offsets': row(10, (index) => [`/v1/${oneOf(['auctions', 'bids'], index)}?offset=100000`, { headers: keyed }]),
  'pages below /auctions that there are not': row(50, (index) => [
    `/auctions/${oneOf(['none', seller.sellerId, `${auctionId}/embed`, 'mail/x/unsubscribe'], index)}`,
  ]),
  'answers of 14 MiB that are not read, 40 connections': hold(
    40,
    `POST /graphql ${host}Authorization: Bearer ${rival.key}\r\nContent-Type: application/json\r\n${lengthOf(large)}`,
  ),
  'empty forms': row(10, () => post(`/auctions/${auctionId}/bids`, ownForm, 'amount=')),
  'descriptions that are slow to draw, each viewed': row(10, (index) => [`/auctions/${oneOf(described, index)}`]),
  'keyed advances of a test clock': row(3, (index) => {
    const headers = { ...keyed, 'idempotency-key': `clock-${index}` };
    return graphql(`mutation { advanceTestClock(input: { bySeconds: 1 }) { clock { now } ${errors} } }`, {}, headers);
  }),
  'events to receivers that do not answer': row(2, (index) =>
    graphql(`mutation ($id: ID!) { cancelAuction(input: { auctionId: $id }) { success ${errors} } }`, {
      id: described.at(-1 - (index % 3)),
    }),
  ),
};

const begun = performance.now();
const cpuBefore = cpuMs(pid);
const results = Promise.all(Object.entries(rows).map(async ([name, run]) => ({ name, ...(await run()) })));
const watching = watchMemory();
const waits = await bidSteadily(
  { port, auctionId, bids: Math.ceil((seconds * 1_000) / bidEveryMs), bidEveryMs },
  signal,
);
stopping.abort();
const tallies = await results;
const memory = await watching;
const took = (performance.now() - begun) / 1_000;
await delay(1_000);
const bids = waits.said.length;
const others = await readBidsNotPlaced(new Map(waits.said));
// A stop breaks off what is under way, and says so.
const logged = [...loggedErrors];
const cpuSeconds = death === null ? (cpuMs(pid) - cpuBefore) / 1_000 : Number.NaN;

const slowest = Math.max(...waits.requestMs);
const failures = [
  ...(death === null ? [] : [death]),
  ...(others.length === 0 ? [] : [`${others.length} bids were not placed: ${others.join('; ')}`]),
  ...(slowest < maxWaitMs || isShort ? [] : [`The bidder waited ${slowest.toFixed(0)} ms.`]),
  ...logged.slice(0, 5),
];
report(
  `# Doors that strangers hold, all at once

${await describeMachine(db)} A heap of ${heapMiB} MiB, ${took.toFixed(0)} s.

| Attack | Sent | Answers | Slowest, ms |
|---|---:|---|---:|
${tallies.map(({ name, sent, statuses, slowestMs }) => `| ${name} | ${sent} | ${said(statuses)} | ${slowestMs.toFixed(0)} |`).join('\n')}

The bidder placed ${bids - others.length} of ${bids} bids in ${waits.requestMs.length} requests: ${percentile(waits.requestMs, 0.5).toFixed(0)} ms at the median, ${slowest.toFixed(0)} ms at most.
The process had ${memory.heapMiB.toFixed(0)} MiB of heap at most, and ${memory.residentMiB.toFixed(0)} MiB of memory in all. It took ${cpuSeconds.toFixed(0)} s of a processor, and logged ${logged.length} errors.`,
  failures,
);

function said(statuses: Record<number, number>): string {
  const parts = Object.entries(statuses).map(([status, count]) => `${count} × ${status === '0' ? 'cut off' : status}`);
  return parts.join(', ');
}

async function brokenOff(perSecond: number): Promise<Tally> {
  const tally: Tally = { sent: 0, statuses: {}, slowestMs: 0 };
  const localAddress = nextAddress();
  const head = `POST /auctions/${auctionId}/bids ${host}Origin: ${publicUrl}\r\nContent-Type: ${urlencoded}\r\n`;
  for (; !signal.aborted; tally.sent += 1) {
    const once = AbortSignal.timeout(1_000 / perSecond);
    void holdOpen({ port, localAddress, count: 1, signal: once }, `${head}Content-Length: 100\r\n\r\namount=`);
    await delay(1_000 / perSecond);
  }
  return tally;
}

/** Reads the bids once the attacks are over: PostgreSQL has no time for a new connection of the bench before. */
async function readBidsNotPlaced(answers: Map<number, string>): Promise<string[]> {
  const { rows: placed } = await db.query<{ cents: number }>(
    'select bid_value_in_cents::int as cents from bids where auction_id = $1',
    [auctionId],
  );
  for (const { cents } of placed) answers.delete(cents);
  return [...answers.values()];
}

async function watchMemory() {
  const most = { heapMiB: 0, residentMiB: 0 };
  while (!signal.aborted) {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const { text } = await own.send('/metrics', { headers }).catch(() => ({ text: '' }));
    const bytes = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1] ?? 0);
    most.heapMiB = Math.max(most.heapMiB, bytes / 2 ** 20);
    if (!signal.aborted) most.residentMiB = Math.max(most.residentMiB, residentMiB(pid));
    await delay(isShort ? 1_000 : 5_000);
  }
  return most;
}

async function uploadAddress(): Promise<string> {
  const { text } = await rival.graphql(
    'mutation { createPictureUpload { pictureUpload { uploadUrl } errors { code fault message path } } }',
  );
  return /\/auctions\/pictures\/[^"\\]+/.exec(text)?.[0] ?? '/auctions/pictures/none';
}
