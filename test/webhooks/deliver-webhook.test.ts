import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { deliverWebhook } from '../../src/auctions/webhooks/deliver-webhook.ts';
import { resolveName } from '../../src/auctions/webhooks/receiver.ts';
import { freshDatabase } from '../support/database.ts';
import {
  claimDelivery,
  aSecret,
  insertDeliveries,
  insertEndpoint,
  letTimePass,
  readAttempts,
  readDelivery,
  readEndpoint,
} from './outbox.ts';
import { hang, type Received, type Receiver, type Reply, startReceiver, status } from './receiver.ts';
import { withDatabase } from '../support/settings.ts';

// One attempt at a time, without a queue: what is sent, what comes of each answer, and where nothing is sent at all.

const closing = new AsyncDisposableStack();
let db: PooledDatabase;
let receiver: Receiver;
const replies: Record<string, Reply> = {};
const never = new AbortController().signal;

beforeAll(async () => {
  ({ db } = closing.use(await freshDatabase()));
  receiver = closing.use(await startReceiver((response, received) => replies[received.path]!(response, received)));
});
afterAll(() => closing.disposeAsync());

const config = { ...readConfig({ ...withDatabase('postgresql://db/auction') }), webhookAllowLoopback: true };
const deps = () => ({ config, db, log: pino({ level: 'silent' }), resolveName });

let paths = 0;
/** A delivery to a path of its own, which answers as told. */
async function delivery(reply: Reply, { secret = aSecret() } = {}) {
  const path = `/${(paths += 1)}`;
  replies[path] = reply;
  const endpoint = await insertEndpoint(db, receiver.url(path), { secret });
  const [inserted] = await insertDeliveries(db, endpoint);
  return { path, endpoint, ...inserted! };
}

async function attempt(deliveryId: string, overrides: Partial<ReturnType<typeof deps>> = {}, stopping = never) {
  const claimed = await claimDelivery(db, deliveryId);
  if (claimed !== undefined) await deliverWebhook({ ...deps(), ...overrides }, claimed, stopping);
}

/** How many seconds from now it is tried again. */
async function waitOf(deliveryId: string): Promise<number> {
  const { rows } = await db.query<{ wait: number }>(
    `select extract(epoch from next_attempt_at - clock_timestamp())::float8 as wait
     from webhook_deliveries where delivery_id = $1`,
    [deliveryId],
  );
  return rows[0]!.wait;
}

/** What a receiver has: the secret it was given, and the library of its language. */
const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('the request to a receiver', () => {
  test('is a POST of the event as JSON, with a signature that a receiver can verify', async () => {
    const { path, endpoint, deliveryId, eventId } = await delivery(status(200));
    await attempt(deliveryId);
    const [received, ...others] = receiver.at(path);
    expect(others).toEqual([]);
    expect(received).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'webhook-id': eventId, 'user-agent': expect.any(String) },
    });
    expect(verify(endpoint.secret, received!)).toEqual({
      id: eventId,
      eventType: 'test',
      timestamp: expect.stringMatching(/\+00:00$/),
      mode: 'test',
      sequence: null,
      payload: { message: 'Number 1' },
    });
    expect(() => verify(aSecret(), received!)).toThrow('No matching signature');
    expect(() =>
      verify(endpoint.secret, { ...received!, body: received!.body.replace('Number 1', 'Number 2') }),
    ).toThrow('No matching');
  });

  test('is signed with both secrets during a rotation, and with the new one alone afterwards', async () => {
    const old = aSecret();
    const { path, endpoint, deliveryId } = await delivery(status(500));
    const rotate = (interval: string) =>
      db.query(
        `update webhook_endpoints set previous_secret = $2, previous_secret_expires_at = clock_timestamp() + $3::interval
         where endpoint_id = $1`,
        [endpoint.endpointId, old, interval],
      );
    await rotate('1 hour');
    await attempt(deliveryId);
    await rotate('-1 ms');
    await attempt(deliveryId);
    const [during, afterwards] = receiver.at(path);
    expect(verify(endpoint.secret, during!)).toBeTruthy();
    expect(verify(old, during!)).toBeTruthy();
    expect(verify(endpoint.secret, afterwards!)).toBeTruthy();
    expect(() => verify(old, afterwards!)).toThrow('No matching signature');
    expect(afterwards!.headers['webhook-signature']).not.toContain(' ');
  });

  test('is the same body under the same id at every attempt', async () => {
    const { path, deliveryId } = await delivery(status(500));
    await attempt(deliveryId);
    await attempt(deliveryId);
    const [first, second] = receiver.at(path);
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  });

  test('is kept of the newest attempts alone, however often something is sent', async () => {
    const { deliveryId } = await delivery(status(500));
    await db.query(
      `with tried as (update webhook_deliveries set attempt = 40 where delivery_id = $1 returning delivery_id)
       insert into webhook_attempts (delivery_id, attempt, requested_at, duration_ms, url, request_headers)
       select delivery_id, n, clock_timestamp(), 0, '', '{}' from tried, generate_series(1, 40) n`,
      [deliveryId],
    );
    await attempt(deliveryId);
    const attempts = await readAttempts(db, deliveryId);
    expect(attempts.map((each) => each.attempt)).toEqual(Array.from({ length: 25 }, (_, index) => index + 17));
  });
});

describe('2xx', () => {
  test.each([200, 201, 202, 204, 299])('%d is a delivery', async (code) => {
    const { path, deliveryId } = await delivery(status(code));
    await attempt(deliveryId);
    const delivered = await readDelivery(db, deliveryId);
    expect(delivered).toMatchObject({
      state: 'delivered',
      attempt: 1,
      nextAttemptAt: null,
      closedAt: expect.any(Date),
      isUnderWay: false,
    });
    const [made] = await readAttempts(db, deliveryId);
    expect(made).toMatchObject({ attempt: 1, url: receiver.url(path), status: code, responseBody: '', error: null });
    expect(made!.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('ends the failing of its endpoint', async () => {
    const { endpoint, deliveryId } = await delivery(status(200));
    await db.query('update webhook_endpoints set failing_since = clock_timestamp() where endpoint_id = $1', [
      endpoint.endpointId,
    ]);
    await attempt(deliveryId);
    expect(await readEndpoint(db, endpoint.endpointId)).toMatchObject({ failingSince: null, disabledAt: null });
  });
});

describe('an answer outside 2xx', () => {
  test.each([300, 400, 401, 404, 429, 500, 503])('%d is tried again some seconds later', async (code) => {
    const { endpoint, deliveryId } = await delivery(status(code));
    await attempt(deliveryId);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'pending', attempt: 1, isUnderWay: false });
    expect(await waitOf(deliveryId)).toBeLessThanOrEqual(6);
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: code, error: null }]);
    expect((await readEndpoint(db, endpoint.endpointId)).failingSince).toBeInstanceOf(Date);
  });

  test('a redirect is not followed', async () => {
    const { path, deliveryId } = await delivery(status(307, { location: receiver.url('/elsewhere') }));
    replies['/elsewhere'] = status(200);
    await attempt(deliveryId);
    expect(receiver.at(path)).toHaveLength(1);
    expect(receiver.at('/elsewhere')).toEqual([]);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'pending' });
  });

  test('the waits grow with each failure, and begin anew with a replay', async () => {
    const { deliveryId } = await delivery(status(500));
    for (let number = 1; number <= 3; number += 1) await attempt(deliveryId);
    expect(await waitOf(deliveryId)).toBeGreaterThan(90);
    await db.query(
      `update webhook_deliveries set tried_since = clock_timestamp(), next_attempt_at = clock_timestamp() where delivery_id = $1 returning pg_sleep(0.001)`,
      [deliveryId],
    );
    await attempt(deliveryId);
    expect(await waitOf(deliveryId)).toBeLessThanOrEqual(6);
  });

  test('Retry-After is waited for', async () => {
    const { deliveryId } = await delivery(status(503, { 'retry-after': '3600' }));
    await attempt(deliveryId);
    expect(await waitOf(deliveryId)).toBeGreaterThan(3_500);
    expect(await waitOf(deliveryId)).toBeLessThanOrEqual(3_600);
  });

  test('410 disables the endpoint, and gives up what is on its way to it', async () => {
    const { endpoint, deliveryId } = await delivery(status(410));
    const [other] = await insertDeliveries(db, endpoint);
    await attempt(deliveryId);
    expect(await readEndpoint(db, endpoint.endpointId)).toMatchObject({
      disabledAt: expect.any(Date),
      disabledReason: 'gone',
    });
    for (const id of [deliveryId, other!.deliveryId]) {
      expect(await readDelivery(db, id)).toMatchObject({ state: 'failed', nextAttemptAt: null });
    }
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: 410 }]);
    const { rows } = await db.query(
      `select snapshot from webhook_events where event_type = 'endpoint_disabled' and seller_id = $1`,
      [endpoint.sellerId],
    );
    const { endpointId } = endpoint;
    expect(rows).toEqual([{ snapshot: { endpointId, url: expect.any(String), reason: 'gone' } }]);
  });
});

describe('three days', () => {
  test('before they are over it is tried again, at their end at the latest', async () => {
    const { endpoint, deliveryId } = await delivery(status(500));
    for (let number = 1; number <= 9; number += 1) await attempt(deliveryId);
    await letTimePass(db, '2 days 23 hours');
    await attempt(deliveryId);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'pending' });
    expect(await waitOf(deliveryId)).toBeGreaterThan(3_500);
    expect(await waitOf(deliveryId)).toBeLessThan(3_700);
    expect(await readEndpoint(db, endpoint.endpointId)).toMatchObject({ disabledAt: null });
  });

  test('afterwards it is given up, and an endpoint without a success in them is disabled', async () => {
    const { endpoint, deliveryId } = await delivery(status(500));
    const [other] = await insertDeliveries(db, endpoint);
    await attempt(deliveryId);
    await letTimePass(db, '3 days 1 minute');
    await attempt(deliveryId);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'failed', closedAt: expect.any(Date) });
    expect(await readEndpoint(db, endpoint.endpointId)).toMatchObject({ disabledReason: 'failing' });
    expect(await readDelivery(db, other!.deliveryId)).toMatchObject({ state: 'failed' });
  });

  test('afterwards it is given up, and an endpoint with a success in them is not disabled', async () => {
    const { path, endpoint, deliveryId } = await delivery(status(500));
    const [other] = await insertDeliveries(db, endpoint);
    await attempt(deliveryId);
    await letTimePass(db, '3 days 1 minute');
    replies[path] = status(200);
    await attempt(other!.deliveryId);
    replies[path] = status(500);
    await attempt(deliveryId);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'failed' });
    expect(await readEndpoint(db, endpoint.endpointId)).toMatchObject({
      disabledAt: null,
      failingSince: expect.any(Date),
    });
  });
});

describe('an answer', () => {
  const saying =
    (text: string | Buffer): Reply =>
    (response) =>
      void response.writeHead(500).end(text);

  test('is kept', async () => {
    const { deliveryId } = await delivery(saying('No such tenant: é'));
    await attempt(deliveryId);
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: 500, responseBody: 'No such tenant: é' }]);
  });

  test('is kept up to 4 KiB, and not in the middle of a character', async () => {
    const { deliveryId } = await delivery(saying(`${'a'.repeat(4_095)}é and more`));
    await attempt(deliveryId);
    expect((await readAttempts(db, deliveryId))[0]!.responseBody).toBe('a'.repeat(4_095));
  });

  test('may be bytes that are no text', async () => {
    const { deliveryId } = await delivery(saying(Buffer.from([0x00, 0xff, 0x61])));
    await attempt(deliveryId);
    expect((await readAttempts(db, deliveryId))[0]!.responseBody).toBe('\u{FFFD}\u{FFFD}a');
  });

  test('without an end is not read to the end', async () => {
    const { deliveryId } = await delivery((response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    await attempt(deliveryId);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'delivered' });
    expect((await readAttempts(db, deliveryId))[0]!.responseBody).toBe('x'.repeat(4_096));
  });

  test('counts as no answer if it breaks off in the middle', async () => {
    const { deliveryId } = await delivery((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('Thank', () => response.destroy());
    });
    await attempt(deliveryId);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'pending' });
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: 200, error: 'connection_broken' }]);
  });

  test('counts as no answer if it is no HTTP', async () => {
    await using server = await startTcpServer((socket) => void socket.end('220 smtp.example.com\r\n'));
    const { deliveryId, endpoint } = await delivery(status(200));
    await moveEndpoint(endpoint, `http://127.0.0.1:${server.port}/`);
    await attempt(deliveryId);
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: null, error: 'answer_not_understood' }]);
  });
});

describe('no answer', () => {
  test('from a port where nobody listens is a failure', async () => {
    const server = await startTcpServer(() => undefined);
    const { deliveryId, endpoint } = await delivery(status(200));
    await moveEndpoint(endpoint, `http://127.0.0.1:${server.port}/`);
    await server[Symbol.asyncDispose]();
    await attempt(deliveryId);
    expect(await readAttempts(db, deliveryId)).toMatchObject([
      { status: null, responseBody: null, error: 'connection_refused' },
    ]);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'pending' });
  });

  test('from a server that speaks no TLS is a failure', async () => {
    const { deliveryId, endpoint } = await delivery(status(200));
    await moveEndpoint(endpoint, receiver.url().replace('http:', 'https:'));
    await attempt(deliveryId);
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: null, error: 'tls_failed' }]);
  });

  test('because the receiver dies is a failure', async () => {
    const { deliveryId } = await delivery((response) => void response.destroy());
    await attempt(deliveryId);
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: null, error: 'connection_broken' }]);
  });

  describe('within 15 seconds', () => {
    const { timeout } = AbortSignal;
    beforeEach(() => {
      // All of them at once, so that nobody waits.
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms / 50));
    });
    afterEach(() => void vi.restoreAllMocks());
    const expectOneLimit = () => expect(vi.mocked(AbortSignal.timeout).mock.calls).toEqual([[15_000]]);

    test('is a failure', async () => {
      const { deliveryId } = await delivery(hang);
      await attempt(deliveryId);
      expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: null, error: 'timeout' }]);
      expectOneLimit();
      expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'pending' });
    });

    test('is a failure, though it has begun', async () => {
      const { deliveryId } = await delivery((response) => void response.writeHead(200).write('Just a'));
      await attempt(deliveryId);
      expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: 200, error: 'timeout' }]);
      expectOneLimit();
      expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'pending' });
    });

    test('from the name servers is a failure', async () => {
      const { deliveryId, endpoint } = await delivery(status(200));
      await moveEndpoint(endpoint, 'https://receiver.example/');
      await attempt(deliveryId, { resolveName: () => new Promise(() => {}) });
      expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: null, error: 'timeout' }]);
      expectOneLimit();
    });
  });
});

describe('the address of a request', () => {
  const live = { config: { ...config, webhookAllowLoopback: false } };

  /** What came of one attempt at a URL whose name resolves to these addresses, and how often it was asked for. */
  async function tryAt(url: string, addresses: string[], overrides: Partial<ReturnType<typeof deps>> = live) {
    const { deliveryId, endpoint, path } = await delivery(status(200));
    await moveEndpoint(endpoint, `${url}${path}`);
    const resolveName = vi.fn<(name: string) => Promise<string[]>>().mockResolvedValue(addresses);
    await attempt(deliveryId, { ...overrides, resolveName });
    const [made] = await readAttempts(db, deliveryId);
    return {
      error: made!.error,
      status: made!.status,
      received: receiver.at(path).length,
      asked: resolveName.mock.calls,
    };
  }

  const refused = { error: 'address_not_allowed', status: null, received: 0 };

  test('a name that resolves to this machine is not connected to', async () => {
    expect(await tryAt(`https://receiver.example:${receiver.port}`, ['127.0.0.1'])).toMatchObject(refused);
  });

  test('one private address among public ones is enough', async () => {
    expect(await tryAt('https://receiver.example', ['1.1.1.1', '10.0.0.1'])).toMatchObject(refused);
  });

  test('the setting lets a test seller reach this machine, and nothing else', async () => {
    const url = `http://receiver.example:${receiver.port}`;
    expect(await tryAt(url, ['127.0.0.1'], {})).toMatchObject({ status: 200, received: 1 });
    expect(await tryAt(url, ['127.0.0.1', '192.168.0.1'], {})).toMatchObject(refused);
  });

  test('the setting changes nothing for a live seller', async () => {
    const endpoint = await insertEndpoint(db, `https://receiver.example:${receiver.port}/live`, { mode: 'live' });
    const [inserted] = await insertDeliveries(db, endpoint);
    await attempt(inserted!.deliveryId, { resolveName: async () => ['127.0.0.1'] });
    expect(await readAttempts(db, inserted!.deliveryId)).toMatchObject([{ error: 'address_not_allowed' }]);
  });

  test.each(['http://receiver.example', 'https://127.0.0.1', 'https://[::1]', 'https://localhost', 'https://0x7f.1'])(
    '%s is not even looked up',
    async (url) => {
      expect(await tryAt(url, ['127.0.0.1'])).toMatchObject({ error: 'url_not_allowed', received: 0, asked: [] });
    },
  );

  test('a name that is bound anew between the look and the connection leads where the look was', async () => {
    await using elsewhere = await startReceiver(status(200), '127.0.0.2');
    const { deliveryId, endpoint, path } = await delivery(status(200));
    await moveEndpoint(endpoint, `http://receiver.example:${receiver.port}${path}`);
    const resolveName = vi.fn<(name: string) => Promise<string[]>>();
    resolveName.mockResolvedValueOnce(['127.0.0.1']).mockResolvedValue(['127.0.0.2']);
    await attempt(deliveryId, { resolveName });
    expect(resolveName.mock.calls).toEqual([['receiver.example']]);
    expect(receiver.at(path)).toHaveLength(1);
    expect(receiver.at(path)[0]!.headers.host).toBe(`receiver.example:${receiver.port}`);
    expect(elsewhere.received).toEqual([]);
  });

  test('a name that was public at one attempt is looked at anew at the next', async () => {
    const { deliveryId, endpoint, path } = await delivery(status(503));
    await moveEndpoint(endpoint, `http://receiver.example:${receiver.port}${path}`);
    await attempt(deliveryId, { resolveName: async () => ['127.0.0.1'] });
    await attempt(deliveryId, { resolveName: async () => ['10.0.0.1'] });
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: 503 }, { error: 'address_not_allowed' }]);
  });

  test('a name without an address is a failure', async () => {
    expect(await tryAt('https://receiver.example', [])).toMatchObject({ error: 'name_not_resolved' });
  });

  test('localhost is this machine, whatever name servers say', async () => {
    expect(await resolveName('api.localhost')).toEqual(['127.0.0.1', '::1']);
    const { deliveryId, endpoint, path } = await delivery(status(200));
    await moveEndpoint(endpoint, `http://localhost:${receiver.port}${path}`);
    await attempt(deliveryId);
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ status: 200 }]);
  });
});

describe('the claim of a try', () => {
  test('while it lasts nobody else has the delivery, and afterwards the latest alone writes', async () => {
    const waiting: (() => void)[] = [];
    const { deliveryId } = await delivery((response) => waiting.push(() => response.writeHead(500).end()));
    const first = attempt(deliveryId);
    await vi.waitUntil(() => waiting.length === 1, 10_000);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ attempt: 1, isUnderWay: true });
    expect(await waitOf(deliveryId)).toBeGreaterThan(20);

    // Whoever holds the first one stood still for so long that its claim has run out.
    const second = attempt(deliveryId);
    await vi.waitUntil(() => waiting.length === 2, 10_000);
    waiting[0]!();
    await first;
    expect(await readAttempts(db, deliveryId)).toEqual([]);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ attempt: 2, isUnderWay: true });
    waiting[1]!();
    await second;
    expect(await readAttempts(db, deliveryId)).toMatchObject([{ attempt: 2 }]);
  });

  test('an endpoint that was disabled meanwhile is sent nothing', async () => {
    const { path, endpoint, deliveryId } = await delivery(status(200));
    await db.query(
      `update webhook_endpoints set disabled_at = clock_timestamp(), disabled_reason = 'seller' where endpoint_id = $1`,
      [endpoint.endpointId],
    );
    await attempt(deliveryId);
    expect(receiver.at(path)).toEqual([]);
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'failed' });
    expect(await readAttempts(db, deliveryId)).toEqual([]);
  });

  test.each(['before', 'during'])('an endpoint that is deleted %s the try ends it', async (when) => {
    const removed = Promise.withResolvers<void>();
    const { path, endpoint, deliveryId } = await delivery((response) => {
      void removed.promise.then(() => response.writeHead(200).end());
    });
    const remove = () => db.query('delete from webhook_endpoints where endpoint_id = $1', [endpoint.endpointId]);
    if (when === 'before') await remove();
    const trying = attempt(deliveryId);
    if (when === 'during') {
      await vi.waitUntil(() => receiver.at(path).length === 1, 10_000);
      await remove();
    }
    removed.resolve();
    await trying;
    expect(receiver.at(path)).toHaveLength(when === 'before' ? 0 : 1);
    expect(await db.prisma.webhookAttempt.count({ where: { deliveryId } })).toBe(0);
  });

  test('a process that is asked to stop gives back what hangs', async () => {
    const stopping = new AbortController();
    const { path, deliveryId } = await delivery(hang);
    const trying = attempt(deliveryId, {}, stopping.signal);
    await vi.waitUntil(() => receiver.at(path).length === 1, 10_000);
    stopping.abort();
    await trying;
    expect(await readDelivery(db, deliveryId)).toMatchObject({ state: 'pending', attempt: 1, isUnderWay: false });
    expect(await waitOf(deliveryId)).toBeLessThanOrEqual(0);
    expect(await readAttempts(db, deliveryId)).toEqual([]);
  });
});

test('nothing that is written down, or logged, holds a secret', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const { endpoint, deliveryId } = await delivery(status(500));
  await attempt(deliveryId, { log });
  const [made] = await readAttempts(db, deliveryId);
  expect(made!.requestHeaders).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) });
  expect(lines).toHaveLength(1);
  const [, key] = endpoint.secret.split('_');
  for (const text of [JSON.stringify(made), ...lines]) expect(text).not.toContain(key);
});

async function moveEndpoint({ endpointId }: { endpointId: string }, url: string): Promise<void> {
  await db.query('update webhook_endpoints set url = $2 where endpoint_id = $1', [endpointId, url]);
}

async function startTcpServer(serve: (socket: Socket) => void): Promise<AsyncDisposable & { port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
