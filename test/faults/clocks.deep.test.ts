import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeWith } from '../support/describe-with.ts';
import { freePort } from '../support/free-port.ts';
import { requireProgram } from '../support/optional-programs.ts';
import { recordMoves } from '../support/recorded-moves.ts';
import { startService } from '../support/service.ts';
import type { Bidding, Told } from './bidders.ts';
import { brokenRules } from './broken-rules.ts';
import { moneyIsAtRest } from './crashes/rest.ts';
import { withDatabase } from '../support/settings.ts';

const hour = 3_600;

/** Returns the library that makes a process believe in another time. */
function faketimeLibrary(): string {
  const words = ['-f', '+0h', 'printenv', 'LD_PRELOAD'];
  return execFileSync(requireProgram('faketime'), words, { encoding: 'utf8' }).trim();
}

/** A process of Node whose clock is `offset` away from everybody else's. */
function startWithClock(offset: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The monotonic clock is left alone: it tells durations only, and nobody sets it.
    env: { ...process.env, ...env, LD_PRELOAD: faketimeLibrary(), FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  });
  const ended = once(child, 'exit');
  return {
    child,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const main = join(import.meta.dirname, '../../src/main.ts');

describeWith('faketime', 'process clocks are an hour off', () => {
  test.each(['+1h', '-1h'])(
    '%s: every acceptance, status and move goes by PostgreSQL’s clock',
    { timeout: 180_000 },
    async (offset) => {
      await using service = await startService();
      const { db } = service;
      const seller = await service.seller();
      const moves = await recordMoves(db);
      const port = await freePort();
      const env = { ...withDatabase(db.url), REDIS_URL: '', PORT: String(port), LOG_LEVEL: 'silent' };
      await using api = startWithClock(offset, [main], { ...env, ROLE: 'api' });
      await using worker = startWithClock(offset, [main], { ...env, PORT: '0', ROLE: 'worker' });
      const address = `http://127.0.0.1:${port}`;
      const isUp = () =>
        fetch(`${address}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
      const send = (path: string, init: RequestInit = {}) =>
        fetch(`${address}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' },
        });

      // An answer tells the clock of the process: a test of clocks proves nothing if that is the right one.
      const { headers } = await send('/v1/auctions');
      expect(Math.abs(Date.parse(headers.get('date')!) - Date.now())).toBeGreaterThan(0.9 * hour * 1_000);

      // What is accepted: the start has to be a minute away.
      const create = async (aheadSeconds: number) => {
        const startTimestamp = Math.ceil((await now()).getTime() / 1_000) + aheadSeconds;
        const biddingPeriod = { startTimestamp, endTimestamp: startTimestamp + hour };
        return (await send('/v1/auctions', { method: 'POST', body: JSON.stringify({ title: 'Desk', biddingPeriod }) }))
          .status;
      };
      expect([await create(90), await create(30)]).toEqual([201, 400]);

      // Its start, and the other's end, pass during what follows.
      const opens = await service.auction(seller, { startsInSeconds: 4 });
      const closes = await service.auction(seller, { startsInSeconds: 6 - hour, status: 'ongoing' });
      const told: Told[] = [];
      let isOver = false;
      while (!isOver) {
        // What is read, between two looks at PostgreSQL's clock.
        const [before, answer, after] = [await now(), await send(`/v1/auctions/${opens.auctionId}`), await now()];
        const { status } = ((await answer.json()) as { auction: { status: string } }).auction;
        const isUpcoming = before < opens.biddingPeriodStartsAt;
        if (isUpcoming === after < opens.biddingPeriodStartsAt)
          expect(status).toBe(isUpcoming ? 'upcoming' : 'ongoing');

        const [early, late] = await Promise.all([bidAt(opens.auctionId), bidAt(closes.auctionId)]);
        if (early.ended < opens.biddingPeriodStartsAt)
          expect(early.outcomes).toEqual(new Set(['auction_not_open_yet']));
        if (early.began >= opens.biddingPeriodStartsAt) expect(early.outcomes).toContain('placed');
        if (late.ended < closes.biddingPeriodEndsAt) expect(late.outcomes).toContain('placed');
        isOver = late.began >= closes.biddingPeriodEndsAt;
        if (isOver) expect(late.outcomes).toEqual(new Set(['auction_ended']));
      }

      await expect.poll(() => moneyIsAtRest(db), { timeout: 60_000 }).toBe(true);
      expect(await brokenRules(db)).toEqual([]);
      const placed = told.flatMap((bid) => (bid.placed.outcome === 'placed' ? [bid.placed.bidId] : []));
      const { rows } = await db.query<{ bidId: string }>('select bid_id as "bidId" from bids');
      expect(new Set(rows.map(({ bidId }) => bidId))).toEqual(new Set(placed));
      const turns = async () =>
        (await moves()).filter(({ move }) => ['upcoming -> ongoing', 'ongoing -> completed'].includes(move));
      // Nothing was armed for the one that begins: the sweep comes to it in seconds.
      await expect.poll(async () => (await turns()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
      const turned = await turns();
      expect(Math.min(...turned.map(({ lateMs }) => lateMs))).toBeGreaterThanOrEqual(0);
      // Neither has ended: what was done, they did.
      expect([api.child.exitCode, worker.child.exitCode]).toEqual([null, null]);

      async function bidAt(auctionId: string) {
        const bidding: Bidding = { databaseUrl: db.url, auctionId, connections: 2, bidsEach: 10 };
        await using bidders = startWithClock(
          offset,
          [join(import.meta.dirname, 'bidders.ts'), JSON.stringify(bidding)],
          {},
        );
        const heard: Told[] = [];
        bidders.child.on('message', (message) => heard.push(message as Told));
        const began = await now();
        await bidders.ended;
        expect(heard).toHaveLength(20);
        told.push(...heard);
        const outcomes = heard.map(({ placed: bid }) => (bid.outcome === 'refused' ? bid.code : bid.outcome));
        return { began, ended: await now(), outcomes: new Set(outcomes) };
      }

      async function now(): Promise<Date> {
        const { rows: clock } = await db.query<{ now: Date }>('select clock_timestamp() as now');
        return clock[0]!.now;
      }
    },
  );
});
