import { setTimeout as delay } from 'node:timers/promises';
import type { CallBudget } from './call-budget.ts';
import { type CallPriority, callPriorities } from './work-kinds.ts';

/** Lets calls to a provider's account start, the most urgent first. */
export interface CallLimiter {
  /** @returns `false`: the call could not start within `maxWaitMs`, and must not be sent */
  mayStart(priority: CallPriority, maxWaitMs: number): Promise<boolean>;
  /**
   * Reports that the provider has got too many calls.
   *
   * @param forMs how long it wants no calls; `null`: it does not say
   */
  backOff(forMs: number | null): Promise<void>;
}

/** For a provider that takes any number of calls. */
export const unlimited: CallLimiter = { mayStart: async () => true, backOff: async () => undefined };

interface Waiting {
  readonly untilMs: number;
  answer(mayStart: boolean): void;
  fail(error: unknown): void;
}

const pauseMs = 20;

/** Queues the calls of this process, and takes each from the budget that all processes share. */
export function makeCallLimiter(budget: CallBudget): CallLimiter {
  const queues = new Map<CallPriority, Waiting[]>(callPriorities.map((kind) => [kind, []]));
  let isStarting = false;

  function dropOverdue(): void {
    const nowMs = performance.now();
    for (const [kind, queue] of queues) {
      queue.filter(({ untilMs }) => untilMs <= nowMs).forEach(({ answer }) => answer(false));
      queues.set(
        kind,
        queue.filter(({ untilMs }) => untilMs > nowMs),
      );
    }
  }

  function firstWaiting(): CallPriority | undefined {
    return callPriorities.find((kind) => queues.get(kind)!.length > 0);
  }

  async function startCalls(): Promise<void> {
    try {
      for (;;) {
        dropOverdue();
        const priority = firstWaiting();
        if (priority === undefined) return;
        if (await budget.take(priority)) queues.get(firstWaiting()!)!.shift()!.answer(true);
        else await delay(pauseMs);
      }
    } catch (error) {
      failAll(error);
    } finally {
      // In the same turn as the last look at the queues: a call that comes later starts the loop again.
      isStarting = false;
    }
  }

  /** Without the database no call can start: each caller gets the error, as from any other statement. */
  function failAll(error: unknown): void {
    for (const queue of queues.values()) queue.splice(0).forEach(({ fail }) => fail(error));
  }

  return {
    mayStart(priority, maxWaitMs) {
      const { promise, resolve: answer, reject: fail } = Promise.withResolvers<boolean>();
      queues.get(priority)!.push({ untilMs: performance.now() + maxWaitMs, answer, fail });
      if (!isStarting) {
        isStarting = true;
        void startCalls();
      }
      return promise;
    },
    backOff: (forMs) => budget.backOff(forMs),
  };
}
