import { setTimeout as delay } from 'node:timers/promises';
import type { CrashPoint } from '../../../src/core/crash-point.ts';
import type { PooledDatabase } from '../../../src/platform/db/database.ts';
import { aSeller } from '../../support/a-seller.ts';
import { insertAuction } from '../../support/insert-auction.ts';
import { insertEndpoint } from '../../support/insert-endpoint.ts';
import { startMailServer } from '../../mail/mail-server.ts';
import { brokenRules } from '../broken-rules.ts';
import { processDeps } from './process-deps.ts';
import { allIsAtRest, answerChallenges, brokenRulesOfMessages, moneyIsAtRest, passAMinute } from './rest.ts';
import { bid, type Scenario } from './scenarios.ts';
import { startCrashingProcess, type StartedProcess } from './start-crashing-process.ts';

export interface Play {
  readonly scenario: Scenario;
  /** Where the first process dies, then the one that takes its place, and so on; the last one lives. */
  readonly deaths: readonly CrashPoint[];
}

export interface Played {
  readonly play: Play;
  /** The points that each process came to. */
  readonly reached: readonly (readonly CrashPoint[])[];
  /** From the last death until all money was where it belongs. */
  readonly recoveryMs: number;
  /** What is wrong in the end; empty when all is well. */
  readonly broken: readonly string[];
}

export interface Place {
  /** An empty, migrated database of its own. */
  readonly databaseUrl: string;
  /** `null`: the alarms live in the database. */
  readonly redisUrl: string | null;
}

const patienceMs = 120_000;
const itLives = 'it lives';

/** Plays a scenario with real processes that are killed, until everything has come to rest. */
export async function playCrashes(play: Play, place: Place): Promise<Played> {
  await using closing = new AsyncDisposableStack();
  const { scenario, deaths } = play;
  const server = closing.use(await startMailServer());
  const addresses = { ...place, smtpUrl: server.url };
  const deps = await processDeps(addresses, closing);
  const { db } = deps;
  const seller = await aSeller(db);
  await insertEndpoint(db, seller);
  // Nobody has opened it yet: whoever comes first has to tell that it began.
  const auction = await insertAuction(db, seller, { startsInSeconds: -3_600, endsInSeconds: 3_600 });
  for (const [valueInCents, card] of scenario.bids) await bid(deps, auction, valueInCents, card);
  if (scenario.before !== undefined) await db.query(scenario.before, [auction.auctionId]);

  const reached: CrashPoint[][] = [];
  let diedAtMs = performance.now();
  let next = closing.use(
    startCrashingProcess({
      ...addresses,
      auction,
      scenario: scenario.name,
      diesAt: deaths[0] ?? null,
    }),
  );
  for (let index = 0; ; index += 1) {
    const one = next;
    const diesAt = deaths[index];
    one.begin();
    if (diesAt !== undefined) {
      // Another one stands by, as it does where there are two: what counts is how soon it finds what the first has left.
      next = closing.use(
        startCrashingProcess({
          ...addresses,
          auction,
          scenario: null,
          diesAt: deaths[index + 1] ?? null,
        }),
      );
      const how = await deathOf(one, db);
      diedAtMs = performance.now();
      if (how === 'SIGKILL') {
        reached.push(one.reached());
        await answerChallenges(db);
        await scenario.repeat?.(deps, auction);
        continue;
      }
      // Of two releases at once the first process may have recorded both: the second then has nothing left to die at.
      if (how !== itLives || index === 0) throw new Error(`The process did not die at "${diesAt}": ${how}`);
    }
    // Without a death there is nothing to recover from: it gets the time to do what it was asked to do, and a look more.
    if (deaths.length === 0) {
      await until(async () => one.isWorking(), one.ended);
      await delay(2_000);
    }
    await until(() => moneyIsAtRest(db), one.ended);
    const recoveryMs = performance.now() - diedAtMs;
    await until(async () => {
      if (await allIsAtRest(db)) return true;
      await passAMinute(db);
      await delay(400);
      return false;
    }, one.ended);
    const broken = [...(await brokenRules(db)), ...(await brokenRulesOfMessages(db, server.received))];
    return { play, reached: [...reached, one.reached()], recoveryMs, broken };
  }
}

/** Some of what a process that took over has to do is due only after a minute, when the money is long at rest. */
async function deathOf(one: StartedProcess, db: PooledDatabase): Promise<string> {
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < patienceMs) {
    const how = await Promise.race([one.ended, delay(500)]);
    if (how !== undefined) return how;
    if (one.isWorking() && (await moneyIsAtRest(db))) await passAMinute(db);
  }
  return itLives;
}

async function until(isTrue: () => Promise<boolean>, ended: Promise<string>): Promise<void> {
  const startedAtMs = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startedAtMs > patienceMs) throw new Error('It did not come to rest.');
    const how = await Promise.race([ended, delay(50)]);
    if (how !== undefined) throw new Error(`The process that was to recover has ended: ${how}`);
  }
}
