import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Live } from '../live/live.ts';
import type { Authorization } from '../payments/authorization.ts';
import { claimCaptured } from '../payments/claim-captured.ts';
import { findByReference } from '../payments/find-authorization.ts';
import { type Gateways, gatewayNamed } from '../payments/gateways.ts';
import type { ProviderName } from '../payments/provider-name.ts';
import { type RecordedReversal, recordReversals } from './record-reversals.ts';

export interface BooksDeps {
  readonly db: Database;
  readonly gateways: Gateways;
  readonly live: Pick<Live, 'announce'>;
  readonly log: Logger;
}

/**
 * Handles an event that says that captured money was refunded or disputed, or that a bank warns of fraud. The event only
 * names the payment: what became of it is read, so late, repeated and reordered events change nothing.
 *
 * @throws when there is no answer, or the capture is not recorded yet, so that the provider sends its event again
 */
export async function followReversals(deps: BooksDeps, provider: ProviderName, reference: string): Promise<void> {
  const authorization = await findByReference(deps.db, { provider, reference });
  if (authorization === null) return;
  if (authorization.state === 'capturing') throw new Error('The capture that was reversed is not recorded yet.');
  // A provider may call the end of a hold a refund: without a capture there is nothing to record.
  if (authorization.state === 'captured') await readReversals(deps, authorization);
}

/**
 * Reads what became of a captured payment, and records it.
 *
 * @returns what has changed
 */
export async function readReversals(
  { db, gateways, live, log }: BooksDeps,
  { authorizationId, auctionId, provider, providerReference }: Authorization,
): Promise<RecordedReversal[]> {
  const claimed = await claimCaptured(db, authorizationId);
  if (claimed === null || providerReference === null) return [];
  const answer = await gatewayNamed(gateways, provider).findReversals({ reference: providerReference });
  if (answer.outcome === 'unknown') throw new Error(`The reversals of a payment could not be read: ${answer.reason}`);
  const recorded = await recordReversals(db, claimed, answer.reversals);
  for (const { reference, kind, state, amountInCents } of recorded) {
    log.warn(
      { authorizationId, auctionId, providerReference, reference, kind, state, amountInCents },
      'Captured money was refunded or disputed, or a bank warns of fraud.',
    );
  }
  if (recorded.length > 0) live.announce(auctionId);
  return recorded;
}
