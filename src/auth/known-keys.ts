import { hash } from 'node:crypto';
import { bearerToken } from '../core/bearer-token.ts';
import type { Viewer } from '../core/viewer.ts';

/**
 * Whose keys were seen lately. It says who asks, and not that they still may: that is for the statement to find out that
 * reads or writes in their name (`isLivingKey`), so that a revocation works at once on every process and costs no statement of
 * its own.
 */
export interface KnownKeys {
  find(authorization: string | null): Viewer | null;
  /** Remembers whom `authenticate` has just found. */
  remember(authorization: string | null, viewer: Viewer): void;
}

/** Each takes some hundred bytes. */
const mostKeys = 10_000;

export function makeKnownKeys(): KnownKeys {
  const viewers = new Map<string, Viewer>();
  return {
    find(authorization) {
      const token = bearerToken(authorization);
      return token === null ? null : (viewers.get(digest(token)) ?? null);
    },
    remember(authorization, viewer) {
      const token = bearerToken(authorization);
      if (token === null) return;
      if (viewers.size >= mostKeys) viewers.clear();
      viewers.set(digest(token), viewer);
    },
  };
}

/** A key is nowhere kept as it is. */
function digest(token: string): string {
  return hash('sha256', token, 'base64');
}
