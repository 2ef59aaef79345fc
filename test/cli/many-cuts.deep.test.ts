import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { startService } from '../support/service.ts';
import { aSecret } from '../webhooks/outbox.ts';
import { ok, startReceiver } from '../webhooks/receiver.ts';
import { startCuts } from './cut-connections.ts';
import { startCli } from './run-cli.ts';

const rounds = 200;
const eventsInRound = 50;
const slow = { timeout: 60_000 };

test(
  '10,000 events over 200 cut connections and two restarts of the service: none is lost, and one that comes twice has the same id',
  { timeout: 900_000 },
  async () => {
    await using service = await startService();
    const seller = await service.seller();
    const record = async (count: number) => {
      const { rows } = await service.db.pool.query<{ eventId: string }>(
        `insert into webhook_events (seller_id, event_type, snapshot)
       select $1, 'test', '{"message": "hello"}'::jsonb || jsonb_build_object('number', n) from generate_series(1, $2) n returning event_id as "eventId"`,
        [seller.sellerId, count],
      );
      return rows.map(({ eventId }) => eventId);
    };
    const secret = aSecret();
    const webhook = new Webhook(secret);
    const taken = new Map<string, string>();
    const changed: string[] = [];
    await using receiver = await startReceiver((response, received) => {
      webhook.verify(received.body, received.headers as Record<string, string>);
      const id = String(received.headers['webhook-id']);
      if ((taken.get(id) ?? received.body) !== received.body) changed.push(id);
      taken.set(id, received.body);
      ok(response, received);
    });
    let served = await servePage(service.deps);
    await using cuts = await startCuts(served.url);
    const [before] = await record(1);
    const to = `127.0.0.1:${receiver.port}/hook`;
    await using cli = startCli(
      ['listen', '--base-url', cuts.url, '--secret', secret, '--after', before!, '--forward-to', to],
      { AUCTION_API_KEY: seller.key },
    );
    await expect.poll(cli.printed, slow).toContain('Ctrl-C stops');

    const sent: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      sent.push(...(await record(eventsInRound)));
      // Some have come, and most of the round is on its way.
      await expect.poll(() => taken.size, { ...slow, interval: 5 }).toBeGreaterThan((round - 1) * eventsInRound);
      cuts.cut();
      if (round % 80 > 0) continue;
      await served[Symbol.asyncDispose]();
      served = await servePage(service.deps);
      cuts.moveTo(Number(new URL(served.url).port));
    }
    await expect.poll(() => taken.size, slow).toBe(rounds * eventsInRound);
    expect([...taken.keys()]).toEqual(sent);
    expect(changed).toEqual([]);
    await served[Symbol.asyncDispose]();
  },
);
