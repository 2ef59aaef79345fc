import { AsyncLocalStorage } from 'node:async_hooks';
import type { CrashPoint } from '../../src/core/crash-point.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import type { Weather } from '../providers/faulty-simulated.ts';
import { onPool } from '../support/on-pool.ts';

/** Thrown where a process dies. */
export class Death extends Error {}

/** One of the service's processes, as far as it can die, be held up, and have bad weather of its own. */
export interface MortalProcess {
  readonly name: string;
  /** With a database object of its own: who waits for an auction's row stands in a queue of the process. */
  readonly deps: ProcessDeps;
  isDead: boolean;
  /** Where it dies next; `null`: it lives. */
  diesAt: CrashPoint | null;
  /** Where it stands still next, until the work of its next statement; `null`: nowhere. */
  stallsAt: CrashPoint | null;
  /** What happens while it stands still; `null`: it does not. */
  stall: (() => Promise<void>) | null;
  isStalled: boolean;
  /** Ends when it goes on. */
  standing: Promise<void>;
  weather: Weather;
}

const running = new AsyncLocalStorage<MortalProcess>();

/** Does work as this process does: until it dies. */
export function inProcess<Result>(process: MortalProcess, work: () => Promise<Result>): Promise<Result> {
  return running.run(process, work);
}

/** Does work as nobody's: what happens while a process waits goes on when the process dies of it. */
export function outOfProcess<Result>(work: () => Promise<Result>): Promise<Result> {
  return running.exit(work);
}

export function presentProcess(): MortalProcess | undefined {
  return running.getStore();
}

/** What `atCrashPoints` is to do. */
export function dieWhereTold(point: CrashPoint): void {
  const process = running.getStore();
  if (process === undefined) return;
  refuseIfDead(process);
  if (process.stallsAt === point) {
    process.stallsAt = null;
    process.isStalled = true;
  }
  if (process.diesAt !== point) return;
  process.isDead = true;
  refuseIfDead(process);
}

/** The same database, out of a dead process' reach. Transactions that it had open go on to their next crash point. */
export function withinReach(db: PooledDatabase): PooledDatabase {
  const pool = new Proxy(db.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'query' && name !== 'connect') return value.bind(target);
      return async (...values: unknown[]) => {
        const process = running.getStore();
        if (process !== undefined) {
          refuseIfDead(process);
          await standStill(process);
        }
        return await (value as (...values: unknown[]) => Promise<unknown>).apply(target, values);
      };
    },
  });
  return onPool(db, pool);
}

/** Waits until a process has gone on, and keeps it from standing still later: everybody looks at one instant. */
export async function goesOn(process: MortalProcess): Promise<void> {
  await process.standing;
  process.isStalled = false;
}

async function standStill(process: MortalProcess): Promise<void> {
  if (!process.isStalled) return;
  process.isStalled = false;
  if (process.stall !== null) process.standing = outOfProcess(process.stall);
  await process.standing;
}

function refuseIfDead({ isDead, name, diesAt }: MortalProcess): void {
  if (isDead) throw new Death(`${name} died at "${diesAt}".`);
}
