import { auditEntries } from '../platform/audit/record-audit.ts';
import { firstOwnParameter, queryAs, withViewer } from '../platform/auth/query-as.ts';
import { Refusal } from '../core/refusal.ts';
import { setAuction } from '../core/request-context.ts';
import type { Viewer } from '../core/viewer.ts';
import { nowOfSellersRow } from '../platform/db/seller-clock.ts';
import type { Deps } from '../payments/deps.ts';
import { chooseGateway } from '../payments/providers/gateways.ts';
import { liveSellersUseOwn, paidAccount } from '../payments/providers/paid-account.ts';
import { recordAuctionEvents } from './webhooks/record-events.ts';
import { startsTooSoon, startTooSoon } from './auction-faults.ts';
import type { CreateAuctionInput } from './auction-input.ts';
import { auditedPart, setParameters, valuesSet } from './fields-set-by-seller.ts';
import { type Projection, withProjection } from './projection.ts';
import { auditedRules, rulesAsJson, rulesCreated } from './rules.ts';
import { lockOfReference, referenceExists } from './unique-reference.ts';

const ofSeller = paidAccount({ id: 'sellers.seller_id', mode: 'sellers.mode' }, '$4');
const { columns, valuesOver, valueOf, isReferenceUnique, origin, next } = setParameters(firstOwnParameter + 2);
const rulesGiven = `${next}::jsonb`;

// Checks the start, writes the auction, its entry in the audit log and its event, and returns a projection, in one round trip.
const creating = (isRuled: boolean) => {
  const rules = isRuled ? rulesCreated(rulesGiven) : {};
  return withProjection(
    isRuled ? 'create-auction-with-rules' : 'create-auction',
    (projection) => `
    ${withViewer}, judged as materialized (
      select now, case
          when not can_be_paid then 'seller_cannot_be_paid'
          when ${referenceExists(isReferenceUnique, valueOf('reference'))} then 'reference_exists'
          when ${startsTooSoon(valueOf('biddingPeriodStartsAt'), 'now')} then 'start_too_soon' end as refusal
      from (select ${nowOfSellersRow} as now, paid.can_be_paid from viewer sellers, lateral ${ofSeller} paid) key
    ), created as (
      insert into auctions (seller_id, created_at, ${[...columns, ...Object.keys(rules)].join(', ')})
      select $1, now, ${[...valuesOver(null), ...Object.values(rules)].join(', ')} from judged where refusal is null
      returning *
    ), ${auditEntries('created', {
      action: 'createAuction',
      requestId: '$3',
      before: 'null',
      after: isRuled ? `${auditedPart('created')} || ${auditedRules('created')}` : auditedPart('created'),
    })}, ${recordAuctionEvents('auction_created', 'created', "'upcoming'", origin)}
    select refusal, case when refusal is not null then now end as "judgedAt", auction_id as "createdId", ${projection('now')}
    from judged left join created auctions on true`,
  );
};

const creatingWithoutRules = creating(false);
const creatingWithRules = creating(true);

const noPaidAccount =
  'No bid can be taken: the payment account of the seller takes no charges. Finish its onboarding with createPaymentOnboardingLink, or let the operator connect an account.';

interface CreateAnswer {
  readonly refusal: 'seller_cannot_be_paid' | 'reference_exists' | 'start_too_soon' | null;
  readonly judgedAt: Date | null;
  readonly createdId: string;
}

/**
 * Creates an `upcoming` auction, whose alarms the caller arms once it is committed.
 *
 * @param input without faults, and with its defaults (`checkOf`)
 * @throws Refusal `invalid_request` for a start that is too soon, `payments_unavailable`, `reference_exists`, `invalid_api_key`
 */
export async function createAuction<Row extends object>(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  viewer: Viewer,
  input: CreateAuctionInput,
  projection: Projection<Row>,
): Promise<Row & { readonly auctionId: string }> {
  // An auction that cannot take a bid must not be shared.
  chooseGateway(gateways, viewer.mode);
  const rules = rulesAsJson(input.rules);
  const created = await queryAs<Row & CreateAnswer>(
    db,
    viewer,
    {
      ...(rules === null ? creatingWithoutRules : creatingWithRules)(projection),
      values: [
        viewer.requestId ?? null,
        liveSellersUseOwn(gateways),
        ...valuesSet(input),
        ...(rules === null ? [] : [rules]),
      ],
    },
    lockOfReference(viewer, input),
  );
  const { refusal, judgedAt, createdId: auctionId, ...auction } = created;
  if (refusal === 'seller_cannot_be_paid') throw new Refusal('payments_unavailable', { detail: noPaidAccount });
  if (refusal === 'reference_exists') throw new Refusal(refusal);
  if (refusal === 'start_too_soon') throw new Refusal('invalid_request', { faults: [startTooSoon(viewer, judgedAt!)] });

  setAuction(auctionId);
  return { ...(auction as unknown as Row), auctionId };
}
