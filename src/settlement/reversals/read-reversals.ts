import { about } from '../../core/followed-ids.ts';
import { isOutage } from '../../core/outage.ts';
import type { Deps } from '../../payments/deps.ts';
import type { Authorization } from '../../payments/holds/authorization.ts';
import { gatewayNamed } from '../../payments/providers/gateways.ts';
import { claimCaptured, claimReversed, recordReversals } from './record-reversals.ts';

type ReadingDeps = Pick<Deps, 'db' | 'gateways' | 'live' | 'log'>;

/** Reads what became of a payment, if it is captured, and records it. Without an answer a worker tries again. */
export async function readReversals(deps: ReadingDeps, authorizationId: string): Promise<void> {
  const claimed = await claimCaptured(deps.db, authorizationId);
  if (claimed !== null) await about(claimed, () => readClaimed(deps, claimed));
}

/** Bounds one pass. */
const maxAtOnce = 20;

/** Reads what became of the captured payments that could not be read when an event reported it. One that fails stops no other. */
export async function readDueReversals(deps: ReadingDeps): Promise<void> {
  const claimed = await claimReversed(deps.db, maxAtOnce);
  await Promise.all(
    claimed.map((authorization) =>
      about(authorization, () =>
        readClaimed(deps, authorization).catch((error: unknown) => {
          if (isOutage(error)) throw error;
          const failure = 'Refunds and disputes of captured money could not be recorded; trying again in a minute.';
          deps.log.error({ err: error }, failure);
        }),
      ),
    ),
  );
}

async function readClaimed({ db, gateways, live, log }: ReadingDeps, claimed: Authorization): Promise<void> {
  const { authorizationId, auctionId, provider, providerReference } = claimed;
  if (providerReference === null) throw new Error(`Authorization ${authorizationId} is captured without a payment.`);
  const answer = await gatewayNamed(gateways, provider).findReversals({ reference: providerReference });
  if (answer.outcome === 'unknown') {
    log.info(
      { authorizationId, auctionId, reason: answer.reason },
      'Refunds and disputes of captured money could not be read; trying again in a minute.',
    );
    return;
  }
  const recorded = await recordReversals(db, claimed, answer.reversals);
  for (const { reference, kind, state, amountInCents } of recorded) {
    log.warn(
      { authorizationId, auctionId, providerReference, reference, kind, state, amountInCents },
      'Captured money was refunded or disputed, or a bank warns of fraud.',
    );
  }
  if (recorded.length > 0) live.announce(auctionId);
}
