import { makeCache } from '../core/cache.ts';
import type { Viewer } from '../core/viewer.ts';

/**
 * Caches the viewers of recently used keys, by `tokenDigest`. An entry names the viewer, but does not prove that the
 * key is still active: the statement that reads for the viewer checks that (`queryAs`). So a revocation takes
 * effect at once on every process and costs no extra statement.
 */
export interface KeyCache {
  find(digest: string | null): Viewer | null;
  /** Adds a viewer that `authenticate` has just found. */
  remember(digest: string | null, viewer: Viewer): void;
}

/** The maximum number of entries; each takes some hundred bytes. */
const maxKeys = 10_000;

export function makeKeyCache(): KeyCache {
  const viewers = makeCache<Viewer>({ entries: maxKeys });
  return {
    find: (digest) => (digest === null ? null : (viewers.get(digest) ?? null)),
    remember(digest, viewer) {
      if (digest !== null) viewers.set(digest, viewer);
    },
  };
}
