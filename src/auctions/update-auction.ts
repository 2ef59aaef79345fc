import { faultsIn } from '../core/check-input.ts';
import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../payments/deps.ts';
import { recordAuctionEvents } from './webhooks/record-events.ts';
import { alarmsOf } from './auction-alarms.ts';
import { startsTooSoon, startTooSoon } from './auction-faults.ts';
import { type UpdateAuctionInput, updateAuctionInput } from './auction-input.ts';
import { changeAuction, changing, firstRuleParameter, type Precondition } from './change-auction.ts';
import { changedPart, setParameters, valuesSet } from './fields-set-by-seller.ts';
import type { Projection } from './projection.ts';
import { lockOfReference, referenceExists } from './unique-reference.ts';

/** The fields that are locked once an auction has begun, by the code that says so. */
const lockedFields = {
  period_locked: ['/biddingPeriod'],
  type_locked: ['/type'],
  period_and_type_locked: ['/biddingPeriod', '/type'],
};

type UpdateRefusal =
  | 'auction_completed'
  | 'reference_exists'
  | 'type_unsupported'
  | 'start_too_soon'
  | keyof typeof lockedFields;

const { columns, valuesOver, valueOf, isReferenceUnique, origin } = setParameters(firstRuleParameter);
const startsAt = valueOf('biddingPeriodStartsAt');
const changesPeriod = `${startsAt} is not null`;
const changesType = `${valueOf('type')}::auction_type <> type`;

const valuesThen = valuesOver('judged');

const updating = changing('updateAuction', {
  refusal: `case
    when status_now = 'completed' then 'auction_completed'
    when status_now = 'ongoing' and ${changesPeriod} and ${changesType} then 'period_and_type_locked'
    when status_now = 'ongoing' and ${changesPeriod} then 'period_locked'
    when status_now = 'ongoing' and ${changesType} then 'type_locked'
    when ${changesType} then 'type_unsupported'
    when ${referenceExists(isReferenceUnique, valueOf('reference'), 'judged.auction_id')} then 'reference_exists'
    when ${startsTooSoon(startsAt, 'now')} then 'start_too_soon' end`,
  isUnchanged: `(${columns.join(', ')}) is not distinct from (${valuesThen.join(', ')})`,
  values: Object.fromEntries(columns.map((column, index) => [column, valuesThen[index]!])),
  before: changedPart('judged'),
  after: changedPart('after'),
  also: recordAuctionEvents('auction_updated', 'changed', 'status_now', origin),
});

/**
 * Changes the fields that the caller names, all of them or none. An empty change returns the auction unchanged.
 *
 * @param input the fields, all optional, without faults (`checkOfUpdate`)
 * @throws Refusal `invalid_request`, `auction_not_found`, `precondition_failed`, `auction_completed`, `field_locked`,
 *   `reference_exists`
 */
export async function updateAuction<Row extends object>(
  { db, alarms, live }: Deps,
  viewer: Viewer,
  auctionId: string,
  input: UpdateAuctionInput,
  projection: Projection<Row>,
  precondition: Precondition | null = null,
): Promise<Row> {
  const first = lockOfReference(viewer, input);
  const request = { viewer, auctionId, values: valuesSet(input), precondition, first };
  const changed = await changeAuction<Row, UpdateRefusal>(db, updating, request, projection);
  if (changed.refusal !== null) throw refuseToUpdate(changed.refusal, input, startTooSoon(viewer, changed.judgedAt));

  // After the commit: a rolled-back change must neither arm an alarm nor be announced.
  live.announce(auctionId);
  const { biddingPeriod } = input;
  if (biddingPeriod !== undefined) await alarms.arm(alarmsOf(auctionId, biddingPeriod));
  return changed.auction;
}

function refuseToUpdate(code: UpdateRefusal, input: UpdateAuctionInput, startFault: Fault): Refusal {
  switch (code) {
    case 'auction_completed':
    case 'reference_exists':
      return new Refusal(code);
    case 'type_unsupported':
      return new Refusal('invalid_request', { faults: faultsIn(updateAuctionInput, input) });
    case 'start_too_soon':
      return new Refusal('invalid_request', { faults: [startFault] });
    default:
      return new Refusal('field_locked', { faults: lockedFields[code].map(lockedField) });
  }
}

function lockedField(pointer: string): Fault {
  return { pointer, code: 'field_locked', detail: 'May be changed only while the auction is upcoming.' };
}
