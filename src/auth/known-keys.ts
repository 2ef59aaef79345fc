import type { Viewer } from '../core/viewer.ts';

/**
 * Whose keys were seen lately, by `tokenDigest`. It says who asks, and not that they still may: that is for the statement to
 * find out that reads in their name (`fromLivingKey`), so that a revocation works at once on every process and costs no
 * statement of its own.
 */
export interface KnownKeys {
  find(digest: string | null): Viewer | null;
  /** Remembers whom `authenticate` has just found. */
  remember(digest: string | null, viewer: Viewer): void;
}

/** Each takes some hundred bytes. */
const mostKeys = 10_000;

export function makeKnownKeys(): KnownKeys {
  const viewers = new Map<string, Viewer>();
  return {
    find: (digest) => (digest === null ? null : (viewers.get(digest) ?? null)),
    remember(digest, viewer) {
      if (digest === null) return;
      if (viewers.size >= mostKeys) viewers.clear();
      viewers.set(digest, viewer);
    },
  };
}
