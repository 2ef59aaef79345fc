import { Refusal } from './refusal.ts';

/**
 * The scopes of a key. `admin` is for the people who run the service, `public` for keys that everybody may see. Neither goes with
 * another.
 */
export const scopes = [
  'auctions:read',
  'auctions:write',
  'bids:read',
  'webhooks:write',
  'payments:write',
  'payments:refund',
  'keys:write',
  'admin',
  'public',
] as const;

export type Scope = (typeof scopes)[number];

/** The scopes that a seller's secret key may have. */
export const sellerScopes = scopes.filter((scope) => scope !== 'admin' && scope !== 'public');

const byNameAlone: readonly Scope[] = ['payments:write', 'payments:refund', 'keys:write'];

/** The scopes of a key for which none are named. A key that decides where the money goes, that gives it back, or that issues keys, is asked for by name. */
export const usualScopes = sellerScopes.filter((scope) => !byNameAlone.includes(scope));

export type SellerMode = 'live' | 'test';

/** The caller: the seller of a verified API key, and the scopes of that key. */
export interface Viewer {
  readonly sellerId: string;
  readonly mode: SellerMode;
  readonly apiKeyId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The only auctions that the key shows; `null` or absent: all of the seller's. */
  readonly auctionIds?: readonly string[] | null;
  /** The only origins whose pages may send the key; `null` or absent: all. */
  readonly origins?: readonly string[] | null;
  /** The id of the request, for the audit log. Absent outside of requests, as at the first start. */
  readonly requestId?: string;
  /** Called when a statement has checked whether the key is active. */
  readonly onCheckedKey?: (isActive: boolean) => void;
}

/**
 * Refuses a viewer whose key has none of these scopes.
 *
 * @throws Refusal `insufficient_scope`, which names the first
 */
export function requireScope({ scopes }: Viewer, ...anyOf: readonly Scope[]): void {
  if (!anyOf.some((scope) => scopes.has(scope))) throw missingScope(anyOf[0]!);
}

/** Checks whether the viewer is an operator, who sees all sellers' auctions and bids. */
export function isOperator(viewer: Pick<Viewer, 'scopes'> | null | undefined): boolean {
  return viewer?.scopes.has('admin') === true;
}

/** Checks whether the viewer's key may be seen by everybody. It sees the public part of the GraphQL schema, and nothing else. */
export function isPublic(viewer: Pick<Viewer, 'scopes'> | null | undefined): boolean {
  return viewer?.scopes.has('public') === true;
}

export function missingScope(scope: string): Refusal {
  return new Refusal('insufficient_scope', { detail: `The API key lacks the scope "${scope}".` });
}
