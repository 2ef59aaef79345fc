import { findAuthorization } from './find-authorization.ts';
import type { Authorization } from './authorization.ts';
import type { FindAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { readKeepsCard } from './keeps-card.ts';
import { openRequest } from './open-request.ts';

/**
 * Much longer than a new payment takes to appear in the provider's search, and than a late request takes to arrive. Counted from
 * when the bid was given up: until then its process may have asked for the hold, however old the intent is.
 */
const findableAfterSeconds = 3_600;

/**
 * Finds the payment of an intent whose opening got no answer. The open request is sent again: the same key gets the same
 * answer, or opens the payment now. Without an answer again, the provider is searched by our id in its metadata.
 *
 * @returns `none`: no payment was opened, and none will be
 */
export async function findOpened(
  { db, gateways }: Pick<PaymentDeps, 'db' | 'gateways'>,
  intent: Authorization & { readonly secondsInState: number },
): Promise<FindAnswer> {
  const gateway = gatewayNamed(gateways, intent.provider);
  const renewed =
    intent.replacesAuthorizationId === null ? null : await findAuthorization(db, intent.replacesAuthorizationId);
  const request = openRequest(intent, {
    renews: renewed?.providerReference ?? null,
    keepsCard: await readKeepsCard(db, intent.auctionId),
  });
  const again = await gateway.open(request);
  if (again.outcome === 'opened') return again;
  if (again.outcome === 'refused') return { outcome: 'none' };
  const found = await gateway.find({ authorizationId: intent.authorizationId });
  if (found.outcome !== 'none' || intent.secondsInState > findableAfterSeconds) return found;
  return { outcome: 'unknown', reason: again.reason };
}
