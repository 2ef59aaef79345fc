import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { messageSocket } from './message-socket.ts';
import { sessionOptions, sessionSeconds } from './session.ts';
import { isStandbyOf, readWalPosition } from './wal-position.ts';

/** A standby of the database, for lists. */
export interface Replica extends AsyncDisposable {
  readonly pool: pg.Pool;
  /**
   * Checks whether the replica shows everything that was committed a second ago, and everything that this seller has
   * written through this process.
   */
  isFreshFor(sellerId: string): boolean;
  /** Notes that the seller has committed writes through this process. */
  noteWrite(sellerId: string): void;
  /** Returns the maximum age of the replica's data. */
  lagInSeconds(): number;
}

/** The maximum age of a list from the replica. */
const maxLagMs = 1_000;
const lookEveryMs = 250;
/** A list that would wait longer is read from the primary. */
const answerLimitMs = 1_000;
/** No request waits for this check, and a process that starts is busy. */
const lookLimitMs = 5_000;
/** The marks of the last minute. */
const maxMarks = 60_000 / lookEveryMs;

/** Everything that was committed on the primary by that instant is in its log before that position. */
interface Mark {
  readonly atMs: number;
  readonly position: number;
}

/**
 * Follows a standby: records the primary's log position at intervals, and checks which positions the replica has
 * passed. A replica that cannot be reached is never fresh.
 *
 * @param onLook called after each check with the reason for which the replica cannot be used, or `null`
 */
export function connectReplica(
  url: string,
  primary: { readonly url: string },
  { onLook = () => undefined }: { onLook?: (fault: Error | null) => void } = {},
): Replica {
  const pool = openPool(url, { connections: 10, limitMs: answerLimitMs });
  // Separate connections: under load a wait for a shared connection would look like a lag of the replica.
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
    if (marks.push({ atMs, position: written.position }) > maxMarks) marks.shift();
    while (marks[0] !== undefined && marks[0].position <= replayed.position) asOfMs = marks.shift()!.atMs;
    for (const [sellerId, at] of writtenAtMs) if (at <= asOfMs) writtenAtMs.delete(sellerId);
    const behindMs = performance.now() - (marks[0]?.atMs ?? Infinity);
    if (behindMs > maxLagMs) throw new Error(`It is ${(behindMs / 1_000).toFixed(1)} s behind.`);
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
      performance.now() - asOfMs <= maxLagMs && (writtenAtMs.get(sellerId) ?? -Infinity) <= asOfMs,
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
    maxLifetimeSeconds: sessionSeconds,
    query_timeout: limitMs,
    statement_timeout: limitMs,
    stream: messageSocket,
    options: sessionOptions,
  });
  // The statement on the broken connection fails and reports the break.
  pool.on('error', () => undefined);
  return pool;
}
