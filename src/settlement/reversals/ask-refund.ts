import { crashPoint } from '../../core/crash-point.ts';
import { about } from '../../core/followed-ids.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { RefundReason } from '../../platform/db/generated/client.ts';
import type { Deps } from '../../payments/deps.ts';
import { firstWait, requestLasts } from '../../payments/holds/claim.ts';
import { gatewayNamed } from '../../payments/providers/gateways.ts';
import type { ProviderName } from '../../payments/providers/provider-name.ts';
import type { RefundAnswer, RefundRefusal } from '../../payments/providers/refund-answer.ts';
import { readReversals } from './read-reversals.ts';

type RefundDeps = Pick<Deps, 'db' | 'gateways' | 'live' | 'log'>;

/** A refund with the caller's latest claim, as its `attempt` proves. */
export interface ClaimedRefund {
  readonly refundId: string;
  readonly authorizationId: string;
  readonly auctionId: string;
  readonly amountInCents: number;
  readonly reason: RefundReason;
  readonly provider: ProviderName;
  readonly reference: string;
  readonly account: string | null;
  readonly attempt: number;
  /** No request for it can have been sent before: it is the first claim, of a new row. A row of a restored database may be old. */
  readonly isFirst: boolean;
  /** When the latest earlier request began that had no clear answer; `null`: there was none. */
  readonly unclearAt: Date | null;
  /** Such a request may still be under way. */
  readonly mayBeUnderWay: boolean;
}

/**
 * Claims refunds that the provider is to be asked for, the longest due first. A claim schedules the next attempt, after 4 s at first and
 * at last every minute: a process that dies leaves nothing to clean up.
 */
export async function claimRefunds(connection: Connection, limit: number): Promise<ClaimedRefund[]> {
  const { rows } = await connection.query<ClaimedRefund>({
    name: 'claim-refunds',
    text: `
      update refunds q set attempt = q.attempt + 1, unclear_at = clock_timestamp(),
        waiting_since = coalesce(q.waiting_since, q.next_attempt_at),
        next_attempt_at = clock_timestamp()
          + least(${firstWait} * power(2, least(greatest(q.attempt - 2, 0), 10)), interval '1 min')
      from authorizations a
      where a.authorization_id = q.authorization_id and refund_id = any(array(
        select refund_id from refunds where next_attempt_at <= statement_timestamp()
        order by next_attempt_at limit $1 for no key update skip locked))
      returning q.refund_id as "refundId", q.authorization_id as "authorizationId", q.auction_id as "auctionId",
        q.amount_in_cents as "amountInCents", q.reason, a.provider, a.provider_reference as reference, a.payment_account as account,
        q.attempt, q.attempt = 1 and q.requested_at > clock_timestamp() - interval '1 hour' as "isFirst", old.unclear_at as "unclearAt",
        coalesce(old.unclear_at > clock_timestamp() - ${requestLasts}, false) as "mayBeUnderWay"`,
    values: [limit],
  });
  if (rows.length > 0) crashPoint('refund: claimed');
  return rows;
}

/**
 * Asks the provider for one claimed refund. The request has the same key each time, and a provider may forget a key after a day: before
 * it is asked again, the refund is looked for among those of the payment. Without a clear answer it stays requested.
 */
export async function askRefund(deps: RefundDeps, claimed: ClaimedRefund): Promise<void> {
  const { authorizationId, auctionId, attempt, refundId } = claimed;
  await about({ authorizationId, auctionId }, async () => {
    const answer = await findOrAsk(deps, claimed);
    crashPoint('refund: provider answered');
    if (answer.outcome === 'unknown') {
      const { reason } = answer;
      deps.log.info({ refundId, auctionId, attempt, reason }, 'A refund has no clear answer; asking again.');
      return;
    }
    // The one way by which refunds get into the books, whoever has made them.
    if (answer.outcome === 'made') return await readReversals(deps, authorizationId);
    const { code } = answer;
    const isFinal = await recordRefusal(deps, claimed, code);
    deps.log.warn({ refundId, auctionId, attempt, code, isFinal }, 'The provider refuses a refund.');
    if (isFinal) deps.live.announce(auctionId);
  });
}

async function findOrAsk({ gateways }: RefundDeps, claimed: ClaimedRefund): Promise<RefundAnswer> {
  const { refundId, amountInCents, reason, provider, reference, account, isFirst } = claimed;
  const gateway = gatewayNamed(gateways, provider);
  if (!isFirst) {
    const found = await gateway.findReversals({ reference });
    if (found.outcome === 'unknown') return found;
    if (found.reversals.some((reversal) => reversal.refundId === refundId)) return { outcome: 'made' };
  }
  const idempotencyKey = `refund:${refundId}`;
  return await gateway.refund({ reference, refundId, amountInCents, reason, account, idempotencyKey });
}

/**
 * Records that the provider makes no refund. While an earlier request may still be under way, the refusal says nothing about that
 * one, so the provider is asked again.
 *
 * @returns whether the refund is over
 */
async function recordRefusal(
  { db, gateways }: RefundDeps,
  { refundId, attempt, unclearAt, mayBeUnderWay, provider, reference, account }: ClaimedRefund,
  code: RefundRefusal,
): Promise<boolean> {
  if (mayBeUnderWay) {
    await db.query({
      name: 'record-refund-unclear',
      text: `update refunds set unclear_at = $3 where refund_id = $1 and attempt = $2 and state = 'requested'`,
      values: [refundId, attempt, unclearAt],
    });
    return false;
  }
  const dashboardUrl = gatewayNamed(gateways, provider).dashboardUrl({ reference, account });
  const { rowCount } = await db.query({
    name: 'record-refund-refused',
    text: `
      update refunds set state = 'refused', failure_code = $3, dashboard_url = $4, closed_at = clock_timestamp(),
        next_attempt_at = null, waiting_since = null
      where refund_id = $1 and attempt = $2 and state = 'requested'`,
    values: [refundId, attempt, code, dashboardUrl],
  });
  crashPoint('refund: refusal recorded');
  return rowCount === 1;
}
