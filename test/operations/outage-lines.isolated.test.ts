import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { makeLog } from '../../src/operations/start/make-log.ts';
import { startService } from '../../src/operations/start/start-service.ts';
import { simulatedProvider } from '../../src/payments/providers/simulated/simulated-provider.ts';
import { withSpoilingCards } from '../providers/spoiling-cards.ts';
import { aBidder, cards } from '../page/bidder.ts';
import { publicUrl } from '../support/service.ts';
import { freshDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { insertAuction, ongoing } from '../support/insert-auction.ts';
import { makeSeller } from '../support/seller.ts';
import { byWayOf, startRelay } from '../support/relay.ts';
import { readAnswer } from '../support/answer.ts';
import { withDatabase } from '../support/settings.ts';

// The service of this test makes its providers by itself.
const { makeGateway } = simulatedProvider;
vi.spyOn(simulatedProvider, 'makeGateway').mockImplementation((deps) => withSpoilingCards(makeGateway(deps)));

const info = 30;
const warning = 40;
const error = 50;

test(
  'an outage of the provider or of PostgreSQL leaves one line when it begins and one when it ends',
  { timeout: 90_000 },
  async () => {
    await using database = await freshDatabase();
    const { hostname: host, port } = new URL(database.url);
    let isDown = false;
    const discard = 9;
    await using relay = await startRelay((client) => {
      const server = connect({ host, port: isDown ? discard : Number(port) });
      client.pipe(server).pipe(client);
      return server;
    });
    const lines: Record<string, unknown>[] = [];
    const log = makeLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const servedAt = await freePort();
    const config = readConfig({
      ...withDatabase(byWayOf(relay, database.url)),
      PORT: String(servedAt),
      PUBLIC_URL: publicUrl,
      SHUTDOWN_GRACE_MS: '0',
      SECRETS_KEY: 'ab'.repeat(32),
    });
    await using service = await startService({ config, log });
    expect(service.seeded).toBeNull();
    const ask = async (path: string, init?: RequestInit) =>
      readAnswer(await fetch(`http://127.0.0.1:${servedAt}${path}`, init));
    const seller = await makeSeller(database.db, ask);
    const { auctionId } = await insertAuction(database.db, seller, ongoing);
    const askAll = async () => {
      const answers = await Promise.all([
        seller.get(`/v1/auctions/${auctionId}`),
        seller.graphql('{ webhookEndpoints { nodes { endpointId } } }'),
        ask(`/auctions/${auctionId}`),
        ask('/readyz'),
      ]);
      return answers.map(({ status }) => status);
    };
    await expect.poll(askAll, { timeout: 20_000 }).toEqual([200, 200, 200, 200]);
    const loud = () => lines.filter(({ level }) => (level as number) >= warning);
    lines.splice(0);

    const bid = (card: string) =>
      aBidder({ request: ask }, { auctionId }).bid({ cardNumber: card, amount: '60', confirmed: '6000 high' });
    // The provider answers each of them with an error.
    for (let count = 0; count < 3; count += 1) expect((await bid(cards.serverError)).text).toContain('provider');
    await delay(1_000);
    await bid(cards.good);
    const ofProvider = ({ msg }: Record<string, unknown>) => String(msg).startsWith('The payment provider simulated');
    await expect
      .poll(() => lines.filter(ofProvider), { timeout: 20_000 })
      .toMatchObject([
        { level: error, reason: expect.any(String) },
        { level: info, failures: expect.any(Number) },
      ]);
    expect(loud()).toHaveLength(1);
    lines.splice(0);

    isDown = true;
    relay.cut();
    for (let round = 0; round < 2; round += 1) {
      expect(await askAll()).toEqual([503, expect.any(Number), 503, 503]);
      // Every loop of the worker meets the outage.
      await delay(1_200);
    }
    expect(loud().map(({ msg }) => msg)).toEqual([
      'PostgreSQL fails. Requests that need it are answered 503, and work waits.',
    ]);
    expect(lines.filter(({ err }) => err !== undefined)).toEqual([]);

    isDown = false;
    const ended = () => lines.filter(({ msg }) => msg === 'PostgreSQL works again.');
    await expect.poll(ended, { timeout: 20_000 }).toHaveLength(1);
    expect(ended()).toMatchObject([{ level: info, failures: expect.any(Number), seconds: expect.any(Number) }]);
    expect(ended()[0]!['failures']).toBeGreaterThan(5);
    await expect.poll(askAll, { timeout: 20_000 }).toEqual([200, 200, 200, 200]);
    expect(loud()).toHaveLength(1);
  },
);
