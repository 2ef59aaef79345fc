// `npm run -s cli -- …`: a seller's events, auctions and bids on a laptop, with an API key of a test seller. This one file needs
// nothing but Node, so that it can be copied: it talks to a running service and imports nothing of it.
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const usage = `Usage:
  npm run -s cli -- tail [--failed] [--json]
  npm run -s cli -- listen [--forward-to URL] [--after EVENT-ID] [--secret whsec_…] [--json]
  npm run -s cli -- trigger EVENT
  npm run -s cli -- bid AUCTION-ID [--bids AMOUNT:CARD,…]
  npm run -s cli -- --help

Set AUCTION_API_KEY to a key of a test seller, which npm start prints. --base-url is where the service is;
the default is http://localhost:4000.

tail     prints each request that is made with the same key, as it is answered: time, status, method, path or operation,
         duration, request id, and the code of a refusal. --failed leaves out those that succeeded. After a cut it follows again;
         requests are not stored, so those during the cut are not shown.
listen   prints your events as they happen. With --forward-to it posts each one there, signed as a webhook is. An event that your
         receiver does not take is posted again; after a cut the stream goes on where it was, so an event may come twice with the
         same webhook-id.
trigger  plays an event for real: on an auction of its own and the test clock, which moves forwards only, or on your account.
         What it changes of your account it takes back. EVENT is one of auction_created, auction_updated, auction_started,
         auction_completed, auction_cancelled, auction_extended, bid_placed, first_bid_placed, bid_outbid, bid_won, bid_lost,
         hold_at_risk, capture_failed, payment_refunded, payment_disputed, delivery_details_given, item_shipped,
         endpoint_disabled, api_key_issued, seller_email_given or test.
bid      places bids through the auction page, one for each AMOUNT:CARD; amounts are in dollars. Default: 60:visa,75:capture_declined,
         where two bid and the card of the highest fails. Cards: visa, declined, insufficient_funds, capture_declined,
         renewal_declined.`;

const cards: Record<string, string> = {
  visa: '4242424242424242',
  declined: '4000000000000002',
  insufficient_funds: '4000000000009995',
  capture_declined: '4000000000000341',
  renewal_declined: '4000009000000706',
};

/** A line of the terminal for the caller to correct, without a stack. */
class Mistake extends Error {}

interface Api {
  readonly baseUrl: string;
  readonly key: string;
}

interface Event {
  readonly eventId: string;
  readonly eventType: string;
  readonly createdAt: string;
  readonly auctionId: string | null;
  readonly body: string;
}

/** The payload of a mutation. */
interface Payload {
  readonly errors?: readonly { message: string }[];
}

/** The wanted fields of a payload: each is an object with texts. */
type Wanted = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface GraphqlAnswer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { message: string; extensions?: { errors?: { detail: string }[] } }[];
}

async function run(argv: string[]): Promise<void> {
  const { values, positionals } = readArguments(argv);
  const [command, subject] = positionals;
  if (values.help === true || command === undefined || command === 'help') return console.log(usage);
  const key = process.env['AUCTION_API_KEY'] ?? '';
  if (key === '') throw new Mistake('Set AUCTION_API_KEY to an API key, such as the one that npm start prints.');
  const baseUrl = values['base-url'].replace(/\/+$/, '');
  if (!URL.canParse(baseUrl))
    throw new Mistake(`--base-url ${baseUrl} is no URL; give one such as http://localhost:4000.`);
  const api = { baseUrl, key };
  if (command === 'tail') return await tail(api, values);
  if (command === 'listen') return await listen(api, values);
  if (command === 'trigger') return await trigger(api, subject ?? '');
  if (command === 'bid') return await bidAll(api, subject ?? '', values.bids);
  throw new Mistake(`There is no command "${command}".\n\n${usage}`);
}

type Options = ReturnType<typeof readArguments>['values'];

function readArguments(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        'base-url': { type: 'string', default: 'http://localhost:4000' },
        'forward-to': { type: 'string' },
        after: { type: 'string' },
        secret: { type: 'string' },
        json: { type: 'boolean', default: false },
        failed: { type: 'boolean', default: false },
        bids: { type: 'string', default: '60:visa,75:capture_declined' },
      },
    });
  } catch (error) {
    throw new Mistake(`${(error as Error).message}\n\n${usage}`);
  }
}

/** `localhost:3000/hook` is meant as http. */
function receiverUrl(text: string): string {
  const url = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (URL.canParse(url)) return url;
  throw new Mistake(`--forward-to ${text} is no URL; give one such as localhost:3000/hook.`);
}

// tail

interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly operation: string | null;
  readonly status: number;
  readonly durationInMs: number;
  readonly requestId: string;
  readonly code: string | null;
  readonly missed: number;
}

async function tail(api: Api, { failed, json }: Options): Promise<void> {
  const document = `subscription {
    requestAnswered { method route operation status durationInMs requestId code missed }
  }`;
  // Says at once that there is no service, or that the key is refused.
  await ask(api, '{ clock { timestamp } }');
  console.error(`Following the requests of your key at ${api.baseUrl}. Ctrl-C stops.`);
  const follow = async () => {
    for await (const { requestAnswered } of subscribe<{ requestAnswered: AnsweredRequest }>(api, document)) {
      const { status, code, missed } = requestAnswered;
      // GraphQL answers a refused operation with the status 200 and a code.
      if (!failed || status >= 400 || code !== null)
        console.log(json ? JSON.stringify(requestAnswered) : lineOfRequest(requestAnswered));
      if (missed > 0) console.error(`  and ${missed} more, too many at once to show`);
    }
  };
  await followForever(follow, () => 'following again');
}

/** Follows a stream, and again after each cut. */
async function followForever(follow: () => Promise<void>, whatNext: () => string): Promise<never> {
  for (;;) {
    try {
      await follow();
    } catch (error) {
      if (error instanceof Mistake) throw error;
      console.error(`The stream was cut (${reasonOf(error)}); ${whatNext()}.`);
    }
    await delay(reconnectMs);
  }
}

function lineOfRequest({ method, route, operation, status, durationInMs, requestId, code }: AnsweredRequest): string {
  const time = new Date().toTimeString().slice(0, 8);
  // A path of /v1 names its operation.
  const what = `${method} ${route}${route === '/graphql' && operation !== null ? ` ${operation}` : ''}`;
  return `${time}  ${status}  ${what}  ${Math.round(durationInMs)} ms  ${requestId}${code === null ? '' : `  ${code}`}`;
}

// listen

/** Every answer, also a heartbeat, comes within this time: a connection without any is cut. */
const silenceMs = 45_000;
const reconnectMs = 500;

async function listen(api: Api, { 'forward-to': receiver, after, secret: given, json }: Options): Promise<void> {
  const forwardTo = receiver === undefined ? null : receiverUrl(receiver);
  const secret = given ?? `whsec_${randomBytes(24).toString('base64')}`;
  let last = after ?? (await latestEventId(api));
  console.error(
    `Listening at ${api.baseUrl}${forwardTo === null ? '' : `, forwarding to ${forwardTo}`}. Ctrl-C stops.`,
  );
  if (forwardTo !== null) console.error(`Your receiver verifies with the secret ${secret}`);
  const follow = async () => {
    for await (const event of streamEvents(api, last)) {
      console.log(json ? JSON.stringify({ ...event, body: JSON.parse(event.body) as unknown }) : lineOfEvent(event));
      if (forwardTo !== null) await forward(event, forwardTo, secret);
      // Only now: an event that was not taken comes again after a cut.
      last = event.eventId;
    }
  };
  await followForever(follow, () => `going on after ${last ?? 'the oldest event'}`);
}

async function latestEventId(api: Api): Promise<string | null> {
  const { latestEvent } = await ask<{ latestEvent: { eventId: string } | null }>(api, '{ latestEvent { eventId } }');
  return latestEvent?.eventId ?? null;
}

/** Yields events until the connection ends. */
async function* streamEvents(api: Api, after: string | null): AsyncGenerator<Event> {
  const fields = 'eventId eventType createdAt auctionId body';
  const document = `subscription ($after: ID) { eventRecorded(after: $after) { ${fields} } }`;
  for await (const { eventRecorded } of subscribe<{ eventRecorded: Event }>(api, document, { after })) {
    yield eventRecorded;
  }
}

/** Yields the results of a subscription until the connection ends. */
async function* subscribe<Data>({ baseUrl, key }: Api, query: string, variables: object = {}): AsyncGenerator<Data> {
  const cut = new AbortController();
  const watchdog = setTimeout(() => cut.abort(new Error('nothing was heard')), silenceMs);
  try {
    const answer = await fetch(`${baseUrl}/graphql`, {
      method: 'POST',
      headers: { ...headersOf(key), accept: 'text/event-stream' },
      body: JSON.stringify({ query, variables }),
      signal: cut.signal,
    });
    if (answer.body === null || !answer.ok) throw await refusal(answer);
    let buffer = '';
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      watchdog.refresh();
      const blocks = (buffer + text).split('\n\n');
      buffer = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^event: next\ndata: (.*)$/m.exec(block)?.[1];
        if (data === undefined) continue;
        yield dataOf(JSON.parse(data) as GraphqlAnswer) as Data;
      }
    }
  } finally {
    clearTimeout(watchdog);
    cut.abort();
  }
}

const maxPauseMs = 10_000;
const maxRefusals = 5;

/** Posts an event until the receiver takes it. A receiver that is away is waited for; one that refuses five times misses it. */
async function forward(event: Event, url: string, secret: string): Promise<void> {
  let refusals = 0;
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signatureOf(event, secret) },
        body: event.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(15_000),
      });
      await answer.body?.cancel();
      if (answer.ok) return console.error(`  <- ${answer.status}`);
      refusals += 1;
      console.error(`  <- ${answer.status}; a receiver answers with 2xx`);
      if (refusals >= maxRefusals) return console.error(`  given up: ${event.eventId} was refused ${refusals} times`);
    } catch (error) {
      console.error(`  <- ${reasonOf(error)}; trying again`);
    }
    await delay(pauseMs);
  }
}

/** The headers of Standard Webhooks. */
function signatureOf({ eventId, body }: Event, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function lineOfEvent({ eventId, eventType, createdAt, auctionId }: Event): string {
  return `${createdAt}  ${eventType.padEnd(17)}  ${auctionId ?? 'no auction'}  ${eventId}`;
}

// trigger

/** The length of an auction, unless its play needs another. */
const auctionSeconds = 3_600;
const softCloseSeconds = 120;

/** The result of a play, once its event is sure to come. */
interface Played {
  /** `null`: the event is one of the seller's account. */
  readonly auctionId: string | null;
  /** Takes back what the play has changed beside its auction. */
  readonly undo?: () => Promise<void>;
}

type Play = (api: Api) => Promise<Played>;
type AuctionPlay = (api: Api, auctionId: string) => Promise<unknown>;

/** Plays an upcoming auction until its event happens. */
function withAuction(play: AuctionPlay, input: { lastsSeconds?: number; rules?: object } = {}): Play {
  return async (api) => {
    const auctionId = await createAuction(api, input);
    console.log(`Auction ${auctionId}: ${api.baseUrl}/auctions/${auctionId}`);
    await play(api, auctionId);
    return { auctionId };
  };
}

/** Two bids, of which the second is higher. */
const outbid: AuctionPlay = async (api, auctionId) => {
  await advance(api, auctionId, 'OPEN');
  await bidAll(api, auctionId, '60:visa,75:visa');
};

const sold: AuctionPlay = async (api, auctionId) => {
  await outbid(api, auctionId);
  await advance(api, auctionId, 'FINAL');
};

const placed: AuctionPlay = async (api, auctionId) => {
  await advance(api, auctionId, 'OPEN');
  await bidAll(api, auctionId, '60:visa');
};

const changed =
  (change: 'REFUND' | 'DISPUTE'): AuctionPlay =>
  async (api, auctionId) => {
    await sold(api, auctionId);
    await mutate(api, 'simulatePaymentChange', { auctionId, change });
  };

const plays: Record<string, Play> = {
  auction_created: withAuction(() => Promise.resolve()),
  auction_updated: withAuction(({ baseUrl, key }, auctionId) =>
    changeTitle(`${baseUrl}/v1/auctions/${auctionId}`, key),
  ),
  auction_started: withAuction((api, auctionId) => advance(api, auctionId, 'OPEN')),
  auction_completed: withAuction(sold),
  auction_cancelled: withAuction((api, auctionId) => mutate(api, 'cancelAuction', { auctionId })),
  auction_extended: withAuction(
    async (api, auctionId) => {
      await advance(api, auctionId, 'OPEN');
      await advanceClock(api, { bySeconds: auctionSeconds - softCloseSeconds / 2 });
      await bidAll(api, auctionId, '60:visa');
    },
    { rules: { softClose: { windowSeconds: softCloseSeconds } } },
  ),
  bid_placed: withAuction(placed),
  first_bid_placed: withAuction(placed),
  bid_outbid: withAuction(outbid),
  bid_won: withAuction(sold),
  bid_lost: withAuction(sold),
  hold_at_risk: withAuction(
    async (api, auctionId) => {
      await advance(api, auctionId, 'OPEN');
      await bidAll(api, auctionId, '60:renewal_declined');
      // A hold is renewed once, in the last day of the seven that it lasts.
      await advance(api, auctionId, 'FINAL');
    },
    { lastsSeconds: 7 * 86_400 },
  ),
  capture_failed: withAuction(async (api, auctionId) => {
    await advance(api, auctionId, 'OPEN');
    await bidAll(api, auctionId, '60:visa,75:capture_declined');
    await advance(api, auctionId, 'FINAL');
  }),
  payment_refunded: withAuction(changed('REFUND')),
  payment_disputed: withAuction(changed('DISPUTE')),
  delivery_details_given: async (api) => {
    const { sellerProfile } = await ask<Profile<{ askWinnerFor: string }>>(api, '{ sellerProfile { askWinnerFor } }');
    const asked = sellerProfile?.askWinnerFor ?? 'NONE';
    const undo = () => updateProfile(api, 'askWinnerFor', asked);
    if (asked === 'NONE') await updateProfile(api, 'askWinnerFor', 'DELIVERY');
    const played = withAuction(async (_, auctionId) => {
      await advance(api, auctionId, 'OPEN');
      const visitor = await openPage(api, auctionId);
      await bidAs(visitor, { amount: '60', card: 'visa', email: 'bidder-1@example.com' });
      await advance(api, auctionId, 'FINAL');
      await giveDetails(visitor);
    });
    try {
      return { ...(await played(api)), ...(asked === 'NONE' && { undo }) };
    } catch (error) {
      if (asked === 'NONE') await undo();
      throw error;
    }
  },
  item_shipped: withAuction(async (api, auctionId) => {
    await sold(api, auctionId);
    await mutate(api, 'recordShipment', { auctionId, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' });
  }),
  endpoint_disabled: (api) => playEndpoint(api, 410),
  api_key_issued: async (api) => {
    const issued = await mutate(api, 'createKey', { scopes: ['AUCTIONS_READ'] }, 'apiKey { apiKeyId }');
    await mutate(api, 'revokeKey', issued['apiKey']!);
    return { auctionId: null };
  },
  seller_email_given: async (api) => {
    const { sellerProfile } = await ask<Profile<{ email: string | null }>>(api, '{ sellerProfile { email } }');
    if (sellerProfile?.email == null) {
      await updateProfile(api, 'email', 'seller@example.com');
      return { auctionId: null, undo: () => updateProfile(api, 'email', null) };
    }
    await ask(api, 'mutation { sendEmailConfirmation { errors { message } } }');
    return { auctionId: null };
  },
  test: (api) => playEndpoint(api, 204),
};

interface Profile<Fields> {
  readonly sellerProfile: Fields | null;
}

async function updateProfile(api: Api, field: 'askWinnerFor' | 'email', value: string | null): Promise<void> {
  await mutate(api, 'updateSellerProfile', { [field]: value });
}

async function changeTitle(url: string, key: string): Promise<void> {
  const body = JSON.stringify({ title: 'A changed auction' });
  const answer = await fetch(url, { method: 'PATCH', headers: headersOf(key), body });
  if (!answer.ok) throw await refusal(answer);
}

/** The time within which a test event reaches a receiver on this machine. */
const arrivalMs = 30_000;

/** Sends a test event to an endpoint on this machine, which answers with a status. The play ends by deleting the endpoint. */
async function playEndpoint(api: Api, status: number): Promise<Played> {
  const receiver = createServer((_, response) => response.writeHead(status).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  let endpointId: string | undefined;
  const undo = async () => {
    receiver.close();
    if (endpointId !== undefined) await mutate(api, 'deleteWebhookEndpoint', { endpointId });
  };
  try {
    endpointId = await createEndpoint(api, `http://127.0.0.1:${port}/`);
    const heard = once(receiver, 'request', { signal: AbortSignal.timeout(arrivalMs) });
    // Handled below: the mutation before may be refused.
    heard.catch(() => undefined);
    await mutate(api, 'sendTestWebhook', { endpointId });
    await heard.catch(() => {
      throw new Mistake(`No test event came to this machine within ${arrivalMs / 1000} seconds. ${byHand}`);
    });
    return { auctionId: null, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

const byHand = 'Call sendTestWebhook for an endpoint that the service reaches; one that answers 410 is disabled.';

async function createEndpoint(api: Api, url: string): Promise<string> {
  try {
    const input = { url, eventTypes: ['endpoint_disabled'] };
    const fields = 'webhookEndpoint { endpointId }';
    return (await mutate(api, 'createWebhookEndpoint', input, fields))['webhookEndpoint']!['endpointId']!;
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    throw new Mistake(`The service takes no endpoint on this machine: ${error.message} ${byHand}`);
  }
}

async function trigger(api: Api, eventType: string): Promise<void> {
  const play = Object.hasOwn(plays, eventType) ? plays[eventType] : undefined;
  if (play === undefined) throw new Mistake(`Give one of ${Object.keys(plays).join(', ')}.`);
  const { viewer } = await ask<{ viewer: { mode: string } | null }>(api, '{ viewer { mode } }');
  if (viewer?.mode !== 'TEST') throw new Mistake('Only a test seller plays events: a live one would sell for real.');
  const after = await latestEventId(api);
  const { auctionId, undo } = await play(api);
  try {
    for await (const event of streamEvents(api, after)) {
      if (event.auctionId !== auctionId) continue;
      console.log(lineOfEvent(event));
      if (event.eventType !== eventType) continue;
      console.log(JSON.stringify(JSON.parse(event.body), null, 2));
      return;
    }
  } finally {
    await undo?.();
  }
  throw new Mistake('The stream of events was cut before the event came: try again.');
}

async function createAuction(
  api: Api,
  { lastsSeconds = auctionSeconds, rules }: { lastsSeconds?: number; rules?: object },
): Promise<string> {
  const { clock } = await ask<{ clock: { timestamp: number } }>(api, '{ clock { timestamp } }');
  const startTimestamp = clock.timestamp + 300;
  const input = {
    title: 'A triggered auction',
    minimumBidValueInCents: 5_000,
    biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + lastsSeconds },
    rules,
  };
  return (await mutate(api, 'createAuction', input, 'auction { auctionId }'))['auction']!['auctionId']!;
}

async function advance(api: Api, auctionId: string, phase: 'OPEN' | 'FINAL'): Promise<void> {
  await advanceClock(api, { untilAuction: { auctionId, phase } });
}

async function advanceClock(api: Api, input: object): Promise<void> {
  const payload = await mutate(api, 'advanceTestClock', input, 'clock { now }');
  console.log(`The test clock stands at ${payload['clock']!['now']!}.`);
}

// bid

async function bidAll(api: Api, auctionId: string, script: string): Promise<void> {
  if (auctionId === '') throw new Mistake('Give the id of an auction: cli -- bid AUCTION-ID');
  const bids = script.split(',').map((each) => {
    const [amount = '', card = 'visa'] = each.split(':');
    if (!/^\d+(\.\d\d)?$/.test(amount) || !Object.hasOwn(cards, card)) {
      throw new Mistake(
        `"${each}" is no bid: give AMOUNT:CARD such as 60:visa, with a card of ${Object.keys(cards).join(', ')}.`,
      );
    }
    return { amount, card };
  });
  for (const [index, { amount, card }] of bids.entries()) {
    const email = `bidder-${index + 1}@example.com`;
    const outcome = await bidAs(await openPage(api, auctionId), { amount, card, email });
    console.log(`${email} bids $${amount} with ${card}: ${outcome}`);
  }
}

/** The command speaks English, whatever language the seller's pages have. */
const asVisitor = { accept: 'text/html', 'accept-language': 'en' };

/** A browser without a script on the page of an auction. */
interface Visitor {
  readonly page: string;
  readonly origin: string;
  readonly cookie: string;
  /** The page as it was opened. */
  readonly html: string;
}

async function openPage({ baseUrl }: Api, auctionId: string): Promise<Visitor> {
  const page = `${baseUrl}/auctions/${auctionId}`;
  const shown = await fetch(page, { headers: asVisitor });
  const cookie = (shown.headers.get('set-cookie') ?? '').split(';')[0]!;
  return { page, origin: new URL(baseUrl).origin, cookie, html: await shown.text() };
}

/** Sends a form as a browser does. @returns the page at the end of its redirects */
async function sendForm({ page, origin, cookie }: Visitor, action: string, form: object): Promise<Response> {
  let answer = await fetch(new URL(action, page), {
    method: 'POST',
    headers: { ...asVisitor, cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form }).toString(),
    redirect: 'manual',
  });
  for (let hops = 0; answer.status === 303 && hops < 5; hops += 1) {
    const { pathname, search } = new URL(answer.headers.get('location') ?? '', page);
    answer = await fetch(origin + pathname + search, { headers: { ...asVisitor, cookie }, redirect: 'manual' });
  }
  return answer;
}

interface TypedBid {
  readonly amount: string;
  readonly card: string;
  readonly email: string;
}

/** @returns the heading of the page's answer */
async function bidAs(visitor: Visitor, { amount, card, email }: TypedBid): Promise<string> {
  const token = /<input type="hidden" name="token" value="([^"]*)">/.exec(visitor.html)?.[1];
  if (token === undefined) throw new Mistake(`${visitor.page} shows no form: the auction takes no bids now.`);
  const cents = Math.round(Number(amount) * 100);
  const answer = await sendForm(visitor, `${visitor.page}/bids`, {
    amount,
    email,
    token,
    cardNumber: cards[card]!,
    cardExpiry: '12/40',
    cardCvc: '123',
    confirmed: `${cents} raise high backup`,
  });
  const html = await answer.text();
  const heading = /class="notice[^>]*>\s*<h2>(.*?)<\/h2>/s.exec(html)?.[1] ?? `status ${answer.status}`;
  return heading
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Tells the seller, as the winner does, where the item goes. */
async function giveDetails(visitor: Visitor): Promise<void> {
  const answer = await sendForm(visitor, `${visitor.page}/delivery`, {
    name: 'Ada Example',
    address: '12 Example Street\nLondon SW1Y 4LB\nUnited Kingdom',
    telephone: '+44 20 7946 0018',
  });
  if (!answer.ok) throw new Mistake(`${visitor.page} takes no details of its winner: it answers ${answer.status}.`);
}

// GraphQL

async function ask<Data>({ baseUrl, key }: Api, query: string, variables: object = {}): Promise<Data> {
  let answer: Response;
  try {
    answer = await fetch(`${baseUrl}/graphql`, {
      method: 'POST',
      headers: headersOf(key),
      body: JSON.stringify({ query, variables }),
    });
  } catch (error) {
    throw new Mistake(
      `There is no service at ${baseUrl} (${reasonOf(error)}): start it with npm start, or give --base-url.`,
    );
  }
  if (!answer.headers.get('content-type')?.includes('json')) throw await refusal(answer);
  return dataOf((await answer.json()) as GraphqlAnswer) as Data;
}

/**
 * Runs a mutation.
 *
 * @param fields those of the payload that are wanted
 */
async function mutate(api: Api, name: string, input: object, fields = ''): Promise<Wanted> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} errors { message } } }`;
  return (await ask<Record<string, Wanted>>(api, document, { input }))[name]!;
}

function dataOf({ data, errors }: GraphqlAnswer): unknown {
  // A refused mutation names the reason in its payload.
  const refusals = Object.values(data ?? {}).flatMap((value) => (value as Payload | null)?.errors ?? []);
  if (errors === undefined && data != null && refusals.length === 0) return data;
  const messages = (errors ?? []).map(({ message, extensions }) => extensions?.errors?.[0]?.detail ?? message);
  throw new Mistake([...messages, ...refusals.map(({ message }) => message)].join('\n'));
}

function headersOf(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

/** A refused key or request ends the command; a service that is away or busy is asked again. */
async function refusal(answer: Response): Promise<Error> {
  const text = await answer.text();
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.slice(0, 200);
  const sentence = `${answer.status}: ${message.replaceAll('\\"', '"')}`;
  return answer.status >= 500 || answer.status === 429 ? new Error(sentence) : new Mistake(sentence);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
