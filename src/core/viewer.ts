import { Refusal } from './refusal.ts';

/** The scopes of a key. `admin` is for the people who run the service. */
export const scopes = [
  'auctions:read',
  'auctions:write',
  'bids:read',
  'webhooks:write',
  'payments:write',
  'keys:write',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

const byNameAlone: readonly Scope[] = ['payments:write', 'keys:write', 'admin'];

/** The scopes of a key for which none are named. A key that decides where the money goes, or that issues keys, is asked for by name. */
export const usualScopes = scopes.filter((scope) => !byNameAlone.includes(scope));

export type SellerMode = 'live' | 'test';

/** The caller: the seller of a verified API key, and the scopes of that key. */
export interface Viewer {
  readonly sellerId: string;
  readonly mode: SellerMode;
  readonly apiKeyId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The id of the request, for the audit log. Absent outside of requests, as at the first start. */
  readonly requestId?: string;
  /** Called when a statement has found the key active. */
  readonly onActiveKey?: () => void;
}

/**
 * Refuses a viewer whose key lacks the scope.
 *
 * @throws Refusal `insufficient_scope`
 */
export function requireScope(viewer: Viewer, scope: Scope): void {
  if (!viewer.scopes.has(scope)) throw missingScope(scope);
}

export function missingScope(scope: Scope): Refusal {
  return new Refusal('insufficient_scope', { detail: `The API key lacks the scope "${scope}".` });
}
