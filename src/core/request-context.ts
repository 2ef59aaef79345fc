import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the current code works for: in a handler, or in a job that the request started. */
export interface RequestContext {
  readonly requestId: string;
  /** The seller and key of the request; `null` before the key is verified, and without a key. */
  viewer: { readonly sellerId: string; readonly apiKeyId: string } | null;
  /** The root field that the request asks for, or `several`; absent before the operation is known. */
  operation?: string;
  /** True if a key or a session was looked up and is none: such a request costs more. */
  hasFailedLookup?: boolean;
  /** The auction that the request is about; the first of several. */
  auctionId?: string;
  /** The bid that the request placed, and its hold; the first of several. */
  bidId?: string;
  authorizationId?: string;
  /** The outcome of a bidder's attempt to bid. */
  bid?: string;
  /** The code of the first refusal in the answer. */
  refusalCode?: string;
}

const requestContexts = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and all asynchronous work that it starts, in the context of a request. */
export function inRequestContext<Result>(requestContext: RequestContext, work: () => Result): Result {
  return requestContexts.run(requestContext, work);
}

/**
 * Returns the request that the current code works for.
 *
 * @returns `null` outside of requests, as in a sweep
 */
export function currentRequest(): RequestContext | null {
  return requestContexts.getStore() ?? null;
}

/** Returns what is noted of the request; outside of requests, notes are lost. */
function noted(): Partial<RequestContext> {
  return requestContexts.getStore() ?? {};
}

/** Records the seller and key of the request, once the key is verified. */
export function setViewer({ sellerId, apiKeyId }: { sellerId: string; apiKeyId: string }): void {
  noted().viewer = { sellerId, apiKeyId };
}

/** Records that the request's key or session is none. */
export function setFailedLookup(): void {
  noted().hasFailedLookup = true;
}

/** Records the operation of the request. */
export function setOperation(operation: string): void {
  noted().operation = operation;
}

/** Records which auction the request is about; only the first one counts. */
export function setAuction(auctionId: string): void {
  noted().auctionId ??= auctionId;
}

/** Records the bid that the request is about, and its hold; only the first one counts. */
export function noteBid({ bidId, authorizationId }: Pick<RequestContext, 'bidId' | 'authorizationId'>): void {
  if (bidId !== undefined) noted().bidId ??= bidId;
  if (authorizationId !== undefined) noted().authorizationId ??= authorizationId;
}

/**
 * Records the outcome of an attempt to bid.
 *
 * @param bid.code the reason of a refusal
 */
export function setBidOutcome({ outcome, code }: { readonly outcome: string; readonly code?: string }): void {
  noted().bid = outcome;
  if (code !== undefined) setRefusalCode(code);
}

/** Records why the request is refused; only the first refusal counts. */
export function setRefusalCode(code: string): void {
  noted().refusalCode ??= code;
}
