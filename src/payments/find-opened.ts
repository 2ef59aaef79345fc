import { findAuthorization } from './find-authorization.ts';
import type { Authorization } from './authorization.ts';
import type { FindAnswer, OpenAnswer, Unknown } from './gateway-answers.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { readKeepsCard } from './keeps-card.ts';
import { openRequest } from './open-request.ts';

/**
 * Much longer than a new payment takes to appear in the provider's search, and than a late request takes to arrive.
 */
const findableAfterSeconds = 3_600;

/**
 * The open request is repeated for this long, counted from when the bid was given up: until then its process may have asked for the
 * hold, however old the intent is. As the last request may arrive late, too, only searches follow.
 */
const askedForSeconds = 3_600;

/**
 * Finds the payment of an intent whose opening got no answer. The open request is sent again: the same key gets the same
 * answer, or opens the payment now. Without an answer again, the provider is searched by our id in its metadata.
 *
 * @returns `none`: no payment was opened, and none will be
 */
export async function findOpened(
  deps: Pick<PaymentDeps, 'db' | 'gateways'>,
  intent: Authorization & { readonly secondsInState: number },
): Promise<FindAnswer> {
  const { authorizationId, provider, secondsInState } = intent;
  const again = secondsInState > askedForSeconds ? notAsked : await openAgain(deps, intent);
  if (again.outcome === 'opened') return again;
  if (again.outcome === 'refused') return { outcome: 'none' };
  const found = await gatewayNamed(deps.gateways, provider).find({ authorizationId });
  if (found.outcome !== 'none' || secondsInState > askedForSeconds + findableAfterSeconds) return found;
  return { outcome: 'unknown', reason: again.reason };
}

const notAsked: Unknown = { outcome: 'unknown', reason: 'the payment is searched, and not found yet' };

async function openAgain(
  { db, gateways }: Pick<PaymentDeps, 'db' | 'gateways'>,
  intent: Authorization,
): Promise<OpenAnswer> {
  const { provider, auctionId, replacesAuthorizationId } = intent;
  const renewed = replacesAuthorizationId === null ? null : await findAuthorization(db, replacesAuthorizationId);
  const renews = renewed?.providerReference ?? null;
  return await gatewayNamed(gateways, provider).open(
    openRequest(intent, { renews, keepsCard: await readKeepsCard(db, auctionId) }),
  );
}
