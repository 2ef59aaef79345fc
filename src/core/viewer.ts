import { Refusal } from './refusal.ts';

/** What a key may do. `admin` is for the people who run the service. */
export const scopes = ['auctions:read', 'auctions:write', 'bids:read', 'webhooks:write', 'admin'] as const;

export type Scope = (typeof scopes)[number];

export type SellerMode = 'live' | 'test';

/** Who asks: the seller a verified API key belongs to, and what that key may do. */
export interface Viewer {
  readonly sellerId: string;
  readonly mode: SellerMode;
  readonly apiKeyId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The request that it asks by: the audit log names it. Absent where no request asks, as at the first start. */
  readonly requestId?: string;
}

/** @throws Refusal `insufficient_scope` */
export function requireScope(viewer: Viewer, scope: Scope): void {
  if (viewer.scopes.has(scope)) return;
  throw new Refusal('insufficient_scope', { detail: `The API key lacks the scope "${scope}".` });
}
