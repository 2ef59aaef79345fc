import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import type { Gateway } from '../../src/payments/providers/gateway.ts';
import { refused } from '../../src/payments/providers/observation.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

function refusing(operation: 'capture' | 'holdAgain', ...values: readonly number[]): ProcessDeps {
  const { simulated } = stage.service.deps.gateways;
  const declined = refused('temporarily_declined');
  const refusals: Record<typeof operation, Partial<Gateway>> = {
    capture: {
      capture: async (request) => {
        const { rows } = await stage.service.db.query<{ value: number }>(
          'select amount_in_cents as value from simulated_payments where reference = $1',
          [request.reference],
        );
        return values.includes(rows[0]!.value) ? declined : await simulated.capture(request);
      },
    },
    holdAgain: {
      holdAgain: async (request) =>
        values.includes(request.amountInCents) ? { ...declined, reference: null } : await simulated.holdAgain(request),
    },
  };
  const gateway: Gateway = { ...simulated, ...refusals[operation] };
  return { ...stage.service.deps, gateways: { ...stage.service.deps.gateways, simulated: gateway } };
}

test('a capture that is declined for a reason that passes is tried again, and the bid wins', async () => {
  await stage.bid(5_000);
  const highest = await stage.bid(9_000, 'capture_try_again');
  await stage.settle();
  for (let round = 0; round < 2; round += 1) {
    await stage.hurry();
    await stage.work();
  }
  const result = await stage.result();
  expect(result).toMatchObject({ outcome: 'SOLD', winner: highest });
  const declined = `${highest} unknown declined for now: temporarily_declined`;
  expect(result.attempts).toEqual([declined, declined, `${highest} captured`]);
  expect(await stage.disagreements()).toEqual([]);
});

test('after ten minutes of such declines the next highest bid wins', async () => {
  const backup = await stage.bid(5_000);
  await stage.bid(9_000);
  await stage.end();
  const deps = refusing('capture', 9_000);
  await settleDueAuctions(deps);
  const askedEarlier = async (minutes: number) => {
    await stage.service.db.query(
      `update capture_attempts set requested_at = requested_at - make_interval(mins => $1)`,
      [minutes],
    );
    await stage.hurry();
    await finishAuthorizations(deps);
  };
  await askedEarlier(9);
  expect(await stage.states()).toEqual({ authorized: 1, capturing: 1 });
  await askedEarlier(1);
  await settleDueAuctions(deps);
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: backup });
});

test('the bids of an auction share the ten minutes: without funds for the highest bids, the next one wins within them', async () => {
  const backup = await stage.bid(5_000);
  for (const value of [7_000, 8_000, 9_000]) await stage.bid(value);
  await stage.end();
  const deps = refusing('capture', 7_000, 8_000, 9_000);
  await settleDueAuctions(deps);
  expect(await stage.states()).toEqual({ authorized: 3, capturing: 1 });
  await stage.service.db.query(`update capture_attempts set requested_at = requested_at - interval '10 minutes'`);
  await stage.hurry();
  await finishAuthorizations(deps);
  await settleDueAuctions(deps);
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: backup });
});

test('a renewal that is declined for a reason that passes is tried again until it succeeds', async () => {
  await stage.bid(9_000);
  const { pool } = stage.service.db;
  await pool.query('update authorizations set next_attempt_at = clock_timestamp() returning pg_sleep(0.001)');
  await finishAuthorizations(refusing('holdAgain', 9_000));
  const { rows } = await pool.query<{ isPutOff: boolean }>(
    `select next_attempt_at > clock_timestamp() + interval '50 minutes' as "isPutOff" from authorizations where state = 'authorized'`,
  );
  expect(rows).toEqual([{ isPutOff: true }]);
  await stage.hurry();
  await finishAuthorizations(stage.service.deps);
  expect(await stage.states()).toEqual({ authorized: 1, failed: 1, released: 1 });
  expect(await stage.disagreements()).toEqual([]);
});
