import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { signEvent } from '../../src/auctions/webhooks/deliver-webhook.ts';
import { soundAuction } from '../contract/periods.ts';
import { servePage } from '../e2e/serve-page.ts';
import { describeWith } from '../support/describe-with.ts';
import { startService } from '../support/service.ts';
import { type Meddling, startMeddlingProxy } from './meddling-proxy.ts';
import { runPython } from './run-python.ts';

const root = join(import.meta.dirname, '../..');

describeWith('python', 'the Python client', async () => {
  await using made = new AsyncDisposableStack();
  const service = made.use(await startService());
  const { url } = made.use(await servePage(service.deps));
  const open = made.move();
  afterAll(() => open.disposeAsync());

  const asSeller = 'client = AuctionClient(given["url"], given["key"], retries=given.get("retries", 4))\n';

  /** Runs a program with a `client` whose answers pass through `meddle`. */
  async function meddled(program: string, meddle: (attempt: number) => Meddling, retries = 4) {
    const { sellerId, key } = await service.seller();
    await using proxy = await startMeddlingProxy(url, meddle);
    const told = await runPython(asSeller + program, { url: proxy.url, key, retries, auction: soundAuction });
    const { rows } = await service.db.query('select from auctions where seller_id = $1', [sellerId]);
    return { told, auctions: rows.length, keys: proxy.sent.map((headers) => headers['idempotency-key']) };
  }

  const later = (status: number, code: string, retryAfter = '0'): Meddling => ({
    status,
    headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
    body: JSON.stringify({ type: 'about:blank', title: 't', status, detail: 'd', code, requestId: 'r' }),
  });

  const recordWaits = 'import time\nwaited = []\ntime.sleep = waited.append\n';
  const tellWaits = 'tell(waited)\n';
  const create = 'tell(client.auctions.create(given["auction"])["title"])\n';

  test('has each operation', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller);
    const { bidId } = await service.bid({ auctionId, sellerId: seller.sellerId });
    const told = await runPython(
      `${asSeller}
auction = client.auctions.create(given["auction"])
id = auction["auctionId"]
tell(client.auctions.update(id, {"title": "A walnut desk, restored"})["title"])
tell(client.auctions.get(id) == {**auction, "title": "A walnut desk, restored"})
tell([a["auctionId"] == id for a in client.auctions.list(limit=1).items])
client.auctions.cancel(id)
tell(client.auctions.get(id)["status"])
tell([b["bidId"] for b in client.auctions.get(given["auctionId"], include_bids=True).get("bids", [])])
tell(client.bids.get(given["bidId"])["auctionId"])
page = client.bids.list(auction_id=given["auctionId"])
tell([[b["bidId"] for b in page.items], page.next_offset])
tell(client.bids.list(bidder_id="nobody").items)
tell([a["auctionId"] for a in client.auctions.list(status="completed").items] == [id])
`,
      { url, key: seller.key, auction: soundAuction, auctionId, bidId },
    );
    expect(told).toEqual([
      'A walnut desk, restored',
      true,
      [true],
      'completed',
      [bidId],
      auctionId,
      [[bidId], null],
      [],
      true,
    ]);
  });

  test('changes and cancels an auction only as it was read', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller);
    const told = await runPython(
      `${asSeller}
read = client.auctions.get_tagged(given["auctionId"])
tell(read.auction["auctionId"])
client.auctions.update(given["auctionId"], {"title": "Another desk"}, if_match=read.etag)
for change in (
    lambda etag: client.auctions.update(given["auctionId"], {"title": "A third desk"}, if_match=etag),
    lambda etag: client.auctions.cancel(given["auctionId"], if_match=etag),
):
    try:
        change(read.etag)
    except ProblemError as error:
        tell([error.status, error.code])
again = client.auctions.get_tagged(given["auctionId"])
client.auctions.cancel(given["auctionId"], if_match=again.etag)
tell(again.auction["title"])
`,
      { url, key: seller.key, auctionId },
    );
    const failed = [412, 'precondition_failed'];
    expect(told).toEqual([auctionId, failed, failed, 'Another desk']);
  });

  test('has a method for each operation of the document, and an argument for each parameter', async () => {
    const document = JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string; parameters?: { name?: string }[] }>>;
    };
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const inPython = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const wanted = operations.map(({ operationId, parameters = [] }) => {
      const [, verb, noun] = /^([a-z]+)(Auction|Bid)s?$/.exec(operationId)!;
      const names = parameters.flatMap(({ name }) => (name === undefined ? [] : [inPython(name)]));
      return [`${noun!.toLowerCase()}s.${verb}`, names.sort()];
    });
    const told = await runPython(
      `import inspect
from operator import attrgetter
client = AuctionClient("http://localhost", "auc_key")
others = {"auction", "changes", "idempotency_key", "if_match"}
for name in given:
    tell([name, sorted(set(inspect.signature(attrgetter(name)(client)).parameters) - others)])
    assert inspect.signature(attrgetter(name)(AsyncAuctionClient("http://localhost", "auc_key"))) == inspect.signature(attrgetter(name)(client)), name
`,
      wanted.map(([name]) => name),
    );
    expect(operations).toHaveLength(7);
    expect(told).toEqual(wanted);
  });

  test('raises a refusal with its code, its fields and the id of the request', async () => {
    const { key } = await service.seller();
    const told = await runPython(
      `${asSeller}
import pickle
try:
    client.auctions.create({"title": "", "biddingPeriod": {"startTimestamp": 1}})
except ProblemError as error:
    tell([error.code, error.status, [[f["pointer"], f["code"]] for f in error.errors]])
    tell([error.request_id in str(error), "/title: " in str(error), error.idempotency_key is not None])
    tell(str(pickle.loads(pickle.dumps(error))) == str(error))
try:
    client.bids.get("../auctions")
except ProblemError as error:
    tell([error.code, error.errors])
try:
    client.bids.list(limit=0)
except ProblemError as error:
    tell(error.errors[0]["pointer"])
`,
      { url, key },
    );
    expect(told).toEqual([
      [
        'invalid_request',
        400,
        expect.arrayContaining([
          ['/title', 'too_short'],
          ['/biddingPeriod/endTimestamp', 'required'],
        ]),
      ],
      [true, true, true],
      true,
      ['bid_not_found', []],
      'limit',
    ]);
  });

  test('asks again under the same key when the answer is lost: one auction', async () => {
    const { told, auctions, keys } = await meddled(create, (attempt) => (attempt === 1 ? 'lose' : 'pass'));
    expect(told).toEqual([soundAuction.title]);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    expect(auctions).toBe(1);
  });

  test.each([
    [429, 'rate_limited'],
    [503, 'unavailable'],
    [409, 'idempotency_key_in_use'],
  ])('%i %s: asks again under the same key, as soon as the service says', async (status, code) => {
    const { told, auctions, keys } = await meddled(recordWaits + create + tellWaits, (attempt) =>
      attempt < 4 ? later(status, code) : 'pass',
    );
    expect(told).toEqual([soundAuction.title, [0, 0, 0]]);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(auctions).toBe(1);
  });

  test('waits as long as Retry-After says, or else a growing random time', async () => {
    const { told } = await meddled(recordWaits + create + tellWaits, (attempt) => {
      if (attempt === 1) return later(503, 'unavailable', '7');
      if (attempt === 2) return { status: 502 };
      return attempt === 3 ? 'lose' : 'pass';
    });
    const waited = told[1] as number[];
    expect(waited).toEqual([7, expect.any(Number), expect.any(Number)]);
    expect(waited[1]).toSatisfy((seconds: number) => seconds >= 0.5 && seconds <= 1);
    expect(waited[2]).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 2);
  });

  const orError = (call: string) => `try:
    tell(${call})
except AuctionClientError as error:
    tell([type(error).__name__, getattr(error, "status", None)])
    tell(error.idempotency_key)
`;

  test('raises at once every other refusal, a long wait, and what is no answer of the service', async () => {
    const call = orError('client.auctions.create(given["auction"])');
    const conflict = await meddled(call, () => later(409, 'auction_completed'));
    expect(conflict.told).toEqual([['ProblemError', 409], conflict.keys[0]]);
    const long = await meddled(call, () => later(429, 'rate_limited', '3600'));
    expect(long.told).toEqual([['ProblemError', 429], long.keys[0]]);
    const elsewhere = await meddled(call, () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' } }));
    expect(elsewhere.told).toEqual([['UnexpectedAnswerError', 302], elsewhere.keys[0]]);
    expect([conflict, long, elsewhere].map(({ keys }) => keys.length)).toEqual([1, 1, 1]);
  });

  test('raises the last answer after its retries, or that none came', async () => {
    const busy = await meddled(orError('client.bids.list()'), () => later(503, 'unavailable'), 2);
    expect(busy.told).toEqual([['ProblemError', 503], null]);
    expect(busy.keys).toEqual([undefined, undefined, undefined]);
    const call = orError('client.auctions.create(given["auction"], idempotency_key="order-7")');
    const silent = await meddled(call, () => 'lose', 1);
    expect(silent.told).toEqual([['NoAnswerError', null], 'order-7']);
    expect(silent.keys).toEqual(['order-7', 'order-7']);
    expect(silent.auctions).toBe(1);
  });

  test('gives up an attempt after its timeout', async () => {
    const { key } = await service.seller();
    const told = await runPython(
      `import socket
with socket.create_server(("127.0.0.1", 0)) as silent:
    client = AuctionClient(f"http://127.0.0.1:{silent.getsockname()[1]}", given["key"], retries=0, timeout_seconds=0.2)
    ${orError('client.bids.list()').replaceAll('\n', '\n    ')}
`,
      { key },
    );
    expect(told[0]).toEqual(['NoAnswerError', null]);
  });

  test('reads every page, and yields nothing twice when more comes meanwhile', async () => {
    const seller = await service.seller();
    const auctions = [];
    for (let day = 1; day <= 7; day++) {
      auctions.push(await service.auction(seller, { createdAt: new Date(`2026-01-0${day}T00:00:00Z`) }));
    }
    for (const auction of auctions) await service.bid(auction);
    const told = await runPython(
      `${asSeller}
seen = []
for auction in client.auctions.each(limit=3, include_bids=True):
    if len(seen) == 1:
        client.auctions.create(given["auction"])
    seen.append(auction["auctionId"])
    assert len(auction["bids"]) == 1
tell(seen)
tell(len(list(client.bids.each(limit=2))))
tell([bid["auctionId"] for bid in client.bids.each(auction_id=seen[0])] == [seen[0]])
`,
      { url, key: seller.key, auction: soundAuction },
    );
    expect(told).toEqual([auctions.map(({ auctionId }) => auctionId).reverse(), 7, true]);
  });

  test.each([2, 3, 100])('passes over no auction while each is cancelled, on pages of %i', async (limit) => {
    const seller = await service.seller();
    for (let count = 0; count < 6; count++) await service.auction(seller);
    const told = await runPython(
      `${asSeller}
for auction in client.auctions.each(status="upcoming", limit=given["limit"]):
    client.auctions.cancel(auction["auctionId"])
tell([len(client.auctions.list(status=status).items) for status in ("upcoming", "completed")])
`,
      { url, key: seller.key, limit },
    );
    expect(told).toEqual([[0, 6]]);
  });

  test('runs on asyncio, and several requests at once', async () => {
    const seller = await service.seller();
    const told = await runPython(
      `import asyncio
async def main():
    client = AsyncAuctionClient(given["url"], given["key"])
    made = await asyncio.gather(*(client.auctions.create(given["auction"]) for _ in range(3)))
    ids = {auction["auctionId"] async for auction in client.auctions.each(limit=2)}
    tell(ids == {auction["auctionId"] for auction in made})
    tell((await client.graphql("query ($id: ID!) { auction(auctionId: $id) { title } }", {"id": made[0]["auctionId"]}))["auction"])
    tell((await client.bids.list()).items)
    try:
        await client.bids.get("none")
    except ProblemError as error:
        tell(error.code)
asyncio.run(main())
`,
      { url, key: seller.key, auction: soundAuction },
    );
    expect(told).toEqual([true, { title: soundAuction.title }, [], 'bid_not_found']);
  });

  test('raises the errors of a GraphQL document, whatever is beside them', async () => {
    const { key } = await service.seller();
    const told = await runPython(
      `${asSeller}
import pickle
for document in ("{ nothing }", '{ auction(auctionId: "00000000-0000-7000-8000-000000000000") { title } }'):
    try:
        client.graphql(document)
    except GraphqlError as error:
        tell([error.code, error.data, str(pickle.loads(pickle.dumps(error))) == str(error)])
`,
      { url, key },
    );
    expect(told).toEqual([
      [expect.anything(), null, true],
      ['auction_not_found', expect.anything(), true],
    ]);
  });

  test('takes a key with a line end and a date in Retry-After, and tells no other key in its error', async () => {
    const { key } = await service.seller();
    const told = await runPython(
      `client = AuctionClient(given["url"], given["key"] + "\\n")
tell(client.bids.list().items)
try:
    AuctionClient(given["url"], "auc_secret\\n1")
except ValueError as error:
    tell("secret" in str(error))
`,
      { url, key },
    );
    expect(told).toEqual([[], false]);
    const past = await meddled(recordWaits + create + tellWaits, (attempt) =>
      attempt === 1 ? later(503, 'unavailable', new Date(0).toUTCString()) : 'pass',
    );
    expect(past.told).toEqual([soundAuction.title, [0]]);
  });

  describe('verify_webhook', () => {
    const body = '{"eventType":"test","payload":{"message":"It costs 5 €."}}';
    const event = 'It costs 5 €.';
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const next = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
    const now = 1_800_000_000;
    const signed = ({ secrets = [secret], at = now } = {}) =>
      signEvent({ eventId: 'event-1', body, at: new Date(at * 1000) }, secrets);

    interface Given {
      readonly headers: object;
      readonly body?: string;
      readonly secrets?: string | string[];
    }
    /** What becomes of each request when the clock stands at `now`. */
    const verify = (...each: Given[]) =>
      runPython(
        `import time
time.time = lambda: given["now"]
for request in given["each"]:
    try:
        event = verify_webhook(request["body"].encode(), request["headers"], request["secrets"])
        tell(event["payload"]["message"])
    except (WebhookVerificationError, ValueError) as error:
        tell(f"{type(error).__name__}: {error}")
`,
        { now, each: each.map((request) => ({ body, secrets: secret, ...request })) },
      );

    test('returns the event of a signed request, whatever the case of its headers', async () => {
      const headers = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]));
      expect(await verify({ headers })).toEqual([event]);
    });

    test('takes one of several secrets, and one of several signatures', async () => {
      const told = await verify(
        { headers: signed(), secrets: [next, secret] },
        { headers: signed({ secrets: [secret, next] }), secrets: [next] },
      );
      expect(told).toEqual([event, event]);
    });

    test('refuses another secret, a changed body or id, and a signature of another scheme', async () => {
      const headers = signed();
      const signature = headers['webhook-signature']!;
      const told = await verify(
        { headers, secrets: next },
        { headers, body: body.replace('5', '6') },
        { headers: { ...headers, 'webhook-id': 'event-2' } },
        { headers: { ...headers, 'webhook-signature': `v2${signature.slice(2)} é` } },
        { headers: { ...headers, 'webhook-signature': '' } },
      );
      expect(told).toEqual(told.map(() => expect.stringContaining('VerificationError: No signature matches')));
    });

    test('refuses a signature that is more than five minutes old, or as far in the future', async () => {
      const told = await verify(
        ...[-301, -300, 300, 301].map((seconds) => ({ headers: signed({ at: now + seconds }) })),
      );
      const tooFar = expect.stringContaining('VerificationError: webhook-timestamp is too far from now') as string;
      expect(told).toEqual([tooFar, event, event, tooFar]);
    });

    test('says which header is missing or malformed, and that a secret cannot be one', async () => {
      const { 'webhook-id': _, ...without } = signed();
      expect(await verify({ headers: without })).toEqual([
        'WebhookVerificationError: The header webhook-id is missing.',
      ]);
      const timestamps = await verify(
        ...['', '1e9', '-1', '9'.repeat(5_000)].map((timestamp) => ({
          headers: { ...signed(), 'webhook-timestamp': timestamp },
        })),
      );
      expect(timestamps).toEqual(timestamps.map(() => expect.stringContaining('webhook-timestamp is not a number')));
      const secrets = ['', 'whsec_', 'whsec_no', 'whsec_é', [secret, '']];
      expect(await verify(...secrets.map((each) => ({ headers: signed(), secrets: each })))).toEqual(
        secrets.map(() => 'ValueError: A webhook secret must be whsec_ and then base64.'),
      );
      expect(await verify({ headers: signed(), secrets: [] })).toEqual(['ValueError: secrets is empty.']);
    });
  });
});

test('the Python client is typed, and so is a program that uses it', async () => {
  const pyright = join(root, 'node_modules/pyright/index.js');
  const args = [pyright, '-p', join(root, 'packages/client-python')];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error);
  expect(stdout).toContain('0 errors');
}, 60_000);
