import { sessionSeconds } from '../../db/session.ts';

// PostgreSQL keeps each named statement with its plan until the connection ends, which takes up to a quarter of a
// megabyte, and callers can send any number of different documents. So only reused statements get a name, up to a
// maximum number. The least recently used name makes room once every connection that may hold it has ended.

const maxNames = 200;
const usesBeforeName = 2;
/** The maximum number of counted statements without a name; then counting starts again. */
const maxCounted = 2_000;

/** Counts the uses of statements by name; the same name always has the same text. */
export function makeUseCounter(nowMs = () => performance.now()): (name: string) => boolean {
  // The last use of each name. A map iterates in the order of insertion, and each use inserts anew.
  const named = new Map<string, number>();
  let uses = new Map<string, number>();

  function isRoom(now: number): boolean {
    if (named.size < maxNames) return true;
    const [oldest, usedAt] = named.entries().next().value!;
    return now - usedAt > sessionSeconds * 1_000 && named.delete(oldest);
  }

  return (name) => {
    const now = nowMs();
    if (named.delete(name)) {
      named.set(name, now);
      return true;
    }
    const count = uses.get(name) ?? 0;
    if (count >= usesBeforeName && isRoom(now)) {
      named.set(name, now);
      uses.delete(name);
      return true;
    }
    if (uses.size >= maxCounted) uses = new Map();
    uses.set(name, count + 1);
    return false;
  };
}

/**
 * Counts a use of a statement in this process.
 *
 * @returns true if PostgreSQL should keep the statement: from its third use on, while there is room
 */
export const isUsedOften = makeUseCounter();
