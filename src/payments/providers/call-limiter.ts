import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../../platform/db/database.ts';
import { type CallPriority, callPriorities } from './work-kinds.ts';

interface Waiting {
  readonly priority: CallPriority;
  readonly untilMs: number;
  answer(mayStart: boolean): void;
  fail(error: unknown): void;
}

/** A call for which the budget has nothing left looks again after this time. */
const pauseMs = 20;

/** A fifth of the calls of a second may come at once; the others come evenly, so that no second has more than allowed. */
const burstShare = 0.2;
const usualBackOffMs = 500;
/** A provider that asked for days by mistake would keep captures from their holds. */
const maxBackOffMs = 600_000;

/** The budget is refilled all the time, by `callsPerSecond` less the burst. */
const callsLeftNow = `least($2::float8, b.calls_left
  + greatest(0, extract(epoch from clock_timestamp() - b.counted_at)::float8) * $3::float8)`;

export type CallLimiter = ReturnType<typeof makeCallLimiter>;

/**
 * Lets calls to a provider's account start, the most urgent first. It queues the calls of this process, and takes each from a budget
 * that all processes share: a row of PostgreSQL. Each priority leaves calls in the budget for the more urgent ones: captures
 * find one at once, and releases use the calls that remain.
 *
 * @param account names the account at the provider: its budget is shared
 */
export function makeCallLimiter(
  db: Connection,
  { account, callsPerSecond }: { readonly account: string; readonly callsPerSecond: number },
) {
  const burst = Math.max(2, callsPerSecond * burstShare);
  const refilled = Math.max(1, callsPerSecond - burst);
  /** The most urgent first, and of one priority the first that came. */
  let waiting: Waiting[] = [];
  let isStarting = false;

  async function startCalls(): Promise<void> {
    try {
      for (;;) {
        const nowMs = performance.now();
        const overdue = waiting.filter(({ untilMs }) => untilMs <= nowMs);
        waiting = waiting.filter(({ untilMs }) => untilMs > nowMs);
        for (const { answer } of overdue) answer(false);
        if (waiting[0] === undefined) return;
        // A more urgent call that has come meanwhile starts first.
        if (await takeFromBudget(waiting[0].priority)) waiting.shift()!.answer(true);
        else await delay(pauseMs);
      }
    } catch (error) {
      // Without the database no call can start: each caller gets the error, as from any other statement.
      for (const { fail } of waiting.splice(0)) fail(error);
    } finally {
      // In the same turn as the last look at the queue: a call that comes later starts the loop again.
      isStarting = false;
    }
  }

  /** @returns `false`: what is left of the budget is reserved for more urgent calls */
  async function takeFromBudget(priority: CallPriority): Promise<boolean> {
    // The last priority starts only while nothing else does: it leaves all of the budget but one call.
    const reserved = ((burst - 1) * callPriorities.indexOf(priority)) / (callPriorities.length - 1);
    const { rowCount } = await db.query({
      name: 'take-call',
      text: `
        insert into call_budgets as b (account, calls_left, counted_at) values ($1, $2::float8 - 1, clock_timestamp())
        on conflict (account) do update set calls_left = ${callsLeftNow} - 1, counted_at = clock_timestamp()
        where ${callsLeftNow} >= $4::float8`,
      values: [account, burst, refilled, 1 + reserved],
    });
    return rowCount === 1;
  }

  return {
    /** @returns `false`: the call could not start within `maxWaitMs`, and must not be sent */
    mayStart(priority: CallPriority, maxWaitMs: number): Promise<boolean> {
      const { promise, resolve: answer, reject: fail } = Promise.withResolvers<boolean>();
      const rank = callPriorities.indexOf(priority);
      const before = waiting.findLastIndex((one) => callPriorities.indexOf(one.priority) <= rank);
      waiting.splice(before + 1, 0, { priority, untilMs: performance.now() + maxWaitMs, answer, fail });
      if (!isStarting) {
        isStarting = true;
        void startCalls();
      }
      return promise;
    },
    /**
     * Stops all calls, as the provider gets too many.
     *
     * @param forMs how long the provider wants no calls, up to ten minutes; `null`: it does not say, and half a second is enough
     */
    async backOff(forMs: number | null): Promise<void> {
      const pauseSeconds = Math.min(Math.max(forMs ?? usualBackOffMs, usualBackOffMs), maxBackOffMs) / 1_000;
      await db.query({
        name: 'back-off-calls',
        // The budget is empty until the pause is over: several answers of the same moment do not add up.
        text: `
          update call_budgets b set calls_left = least(${callsLeftNow}, 1 - $3::float8 * $4::float8), counted_at = clock_timestamp()
          where account = $1`,
        values: [account, burst, refilled, pauseSeconds],
      });
    },
  };
}
