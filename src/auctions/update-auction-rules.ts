import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../payments/deps.ts';
import { currentOrigin } from '../platform/jobs/job-origin.ts';
import { recordAuctionEvents } from './webhooks/record-events.ts';
import { z } from 'zod';
import { checkOf, ofConditionalChange } from './auction-faults.ts';
import { changeAuction, changing, firstRuleParameter, type Precondition } from './change-auction.ts';
import type { Projection } from './projection.ts';
import { auditedRules, rulesChanged, type RulesInput, rulesInput } from './rules.ts';

const rules = `$${firstRuleParameter}::jsonb`;
const origin = `$${firstRuleParameter + 1}::uuid, $${firstRuleParameter + 2}::text`;
const values = rulesChanged(rules);

/** The one change after the start. An auction that was bought keeps its price, so that its rules still decide about later bids. */
const removesBuyNow = `${rules} = '{"buyNowPriceInCents": null}' and purchase_bid_id is null`;

const updating = changing('updateAuctionRules', {
  refusal: `case
    when status_now = 'completed' then 'auction_completed'
    when status_now <> 'upcoming' and not (${removesBuyNow}) then 'rules_locked' end`,
  isUnchanged: `(${Object.keys(values).join(', ')}) is not distinct from (${Object.values(values).join(', ')})`,
  values,
  before: auditedRules('judged'),
  after: auditedRules('after'),
  also: recordAuctionEvents('auction_updated', 'changed', 'status_now', origin),
});

/** Checks the arguments of a change of rules. */
export const checkRules = checkOf(z.object({ ...ofConditionalChange, rules: rulesInput }));

/**
 * Changes the rules that the caller names, all of them or none. Bidders rely on them from the start on: then they are locked, and only the price to
 * buy now can be removed.
 *
 * @param input the rules without faults, and with their defaults (`checkRules`); `null` removes one
 * @throws Refusal `auction_not_found`, `precondition_failed`, `auction_completed`, `rules_locked`
 */
export async function updateAuctionRules<Row extends object>(
  { db, live }: Deps,
  viewer: Viewer,
  auctionId: string,
  input: RulesInput,
  projection: Projection<Row>,
  precondition: Precondition | null = null,
): Promise<Row> {
  const { requestId, traceparent } = currentOrigin();
  const request = { viewer, auctionId, values: [JSON.stringify(input), requestId, traceparent], precondition };
  const changed = await changeAuction<Row, 'auction_completed' | 'rules_locked'>(db, updating, request, projection);
  if (changed.refusal !== null) throw new Refusal(changed.refusal);
  live.announce(auctionId);
  return changed.auction;
}
