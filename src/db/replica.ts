import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Database, sessionOptions } from './database.ts';
import { messageSocket } from './message-socket.ts';
import { isStandbyOf, readWalPosition } from './wal-position.ts';

/** A standby of the database, for lists. */
export interface Replica extends AsyncDisposable {
  readonly pool: pg.Pool;
  /** Whether it shows all that was committed a second ago, and all that this seller has written through this process. */
  isFreshFor(sellerId: string): boolean;
  /** What the seller has written through this process is committed by now. */
  noteWrite(sellerId: string): void;
  /** How old what it shows is at the most. */
  lagInSeconds(): number;
}

/** Lists of the replica are that old at the most. */
const longestLagMs = 1_000;
const lookEveryMs = 250;
/** Whoever waits for a list then has it from the primary. */
const answerLimitMs = 1_000;
/** Nobody waits for a look, and a process that starts is busy. */
const lookLimitMs = 5_000;
/** Of the last minute. */
const mostMarks = 60_000 / lookEveryMs;

/** All that was committed on the primary at that instant stands in its log before that position. */
interface Mark {
  readonly atMs: number;
  readonly position: number;
}

/**
 * Follows a standby: marks every now and then how far the primary's log has come, and looks which marks the replica has
 * passed. Where it cannot be reached, it is never fresh.
 *
 * @param onLook told after each look why the replica cannot be used, `null` where it can
 */
export function connectReplica(
  url: string,
  primary: Pick<Database, 'url'>,
  { onLook = () => undefined }: { onLook?: (fault: Error | null) => void } = {},
): Replica {
  const pool = openPool(url, { connections: 10, limitMs: answerLimitMs });
  // Connections of its own: under load others have to be waited for, and the replica would look late.
  const eye = { connections: 1, limitMs: lookLimitMs };
  const eyes = { primary: openPool(primary.url, eye), replica: openPool(url, eye) };
  const beganAtMs = performance.now();
  const marks: Mark[] = [];
  const writtenAtMs = new Map<string, number>();
  const closing = new AbortController();
  let asOfMs = -Infinity;

  async function look(): Promise<void> {
    const atMs = performance.now();
    const written = await readWalPosition(eyes.primary);
    const replayed = await readWalPosition(eyes.replica);
    if (!isStandbyOf(replayed, written)) throw new Error('It is no standby of the database.');
    if (marks.push({ atMs, position: written.position }) > mostMarks) marks.shift();
    while (marks[0] !== undefined && marks[0].position <= replayed.position) asOfMs = marks.shift()!.atMs;
    for (const [sellerId, at] of writtenAtMs) if (at <= asOfMs) writtenAtMs.delete(sellerId);
    const behindMs = performance.now() - (marks[0]?.atMs ?? Infinity);
    if (behindMs > longestLagMs) throw new Error(`It is ${(behindMs / 1_000).toFixed(1)} s behind.`);
  }

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().then(() => onLook(null), onLook);
      await sleep(lookEveryMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  }

  const following = follow();
  return {
    pool,
    isFreshFor: (sellerId) =>
      performance.now() - asOfMs <= longestLagMs && (writtenAtMs.get(sellerId) ?? -Infinity) <= asOfMs,
    noteWrite: (sellerId) => void writtenAtMs.set(sellerId, performance.now()),
    lagInSeconds: () => (performance.now() - Math.max(asOfMs, beganAtMs)) / 1_000,
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await following;
      await Promise.all([pool, eyes.primary, eyes.replica].map((some) => some.end()));
    },
  };
}

function openPool(url: string, { connections, limitMs }: { connections: number; limitMs: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    statement_timeout: limitMs,
    stream: messageSocket,
    options: sessionOptions,
  });
  // The statement that meets the broken connection tells.
  pool.on('error', () => undefined);
  return pool;
}
