import type { z } from 'zod';
import { faultsIn } from '../core/check-input.ts';
import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { recordAuctionEvents } from '../webhooks/record-events.ts';
import { currentOrigin } from '../jobs/job-origin.ts';
import { alarmsOf } from './auction-alarms.ts';
import { auctionFaults } from './auction-faults.ts';
import { instantsOf, type UpdateAuctionInput, updateAuctionInput } from './auction-input.ts';
import { changedPart } from './audited-auction.ts';
import { changeAuction, changing, firstRuleParameter } from './change-auction.ts';
import { originAt, setParameters, valuesSet } from './fields-set-by-seller.ts';
import type { Precondition } from './precondition.ts';
import type { Projection } from './projection.ts';
import { lockOfReference, referenceExists } from './unique-reference.ts';
import { startsTooSoon, startTooSoon } from './start-notice.ts';

type RefusalCode =
  | 'auction_completed'
  | 'reference_exists'
  | 'period_locked'
  | 'type_locked'
  | 'period_and_type_locked'
  | 'type_unsupported'
  | 'start_too_soon';

const { columns, valuesOver, valueOf, parameterAfter } = setParameters(firstRuleParameter);
const startsAt = valueOf('biddingPeriodStartsAt');
const changesPeriod = `${startsAt} is not null`;
const changesType = `${valueOf('type')}::auction_type <> type`;

const valuesThen = valuesOver('judged');

const updating = changing('updateAuction', {
  returnsInstant: true,
  refusal: `case
    when status_now = 'completed' then 'auction_completed'
    when status_now = 'ongoing' and ${changesPeriod} and ${changesType} then 'period_and_type_locked'
    when status_now = 'ongoing' and ${changesPeriod} then 'period_locked'
    when status_now = 'ongoing' and ${changesType} then 'type_locked'
    when ${changesType} then 'type_unsupported'
    when ${referenceExists(parameterAfter(0), valueOf('reference'), 'judged.auction_id')} then 'reference_exists'
    when ${startsTooSoon(startsAt, 'now')} then 'start_too_soon' end`,
  isUnchanged: `(${columns.join(', ')}) is not distinct from (${valuesThen.join(', ')})`,
  values: Object.fromEntries(columns.map((column, index) => [column, valuesThen[index]!])),
  before: changedPart('before'),
  after: changedPart('after'),
  also: recordAuctionEvents('auction_updated', 'changed', 'status_now', originAt(parameterAfter)),
});

/**
 * Changes the fields that the caller names, all of them or none. An empty change returns the auction unchanged.
 *
 * @param input the fields, all optional, without `updateFaults`
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
  const { requestId, traceparent } = currentOrigin();
  const values = [...valuesSet(input), input.isReferenceUnique === true, requestId, traceparent];
  const request = { viewer, auctionId, values, precondition, first: lockOfReference(viewer, input) };
  const changed = await changeAuction<Row, RefusalCode>(db, updating, request, projection);
  if (changed.refusal !== null) {
    throw refusalOf(changed.refusal, input, () => startTooSoon(viewer, changed.judgedAt!));
  }

  // After the commit: a rolled-back change must neither arm an alarm nor be announced.
  live.announce(auctionId);
  const { biddingPeriod } = input;
  if (biddingPeriod !== undefined) await alarms.arm(alarmsOf({ auctionId, ...instantsOf(biddingPeriod) }));
  return changed.auction;
}

/**
 * Returns every fault of the fields, as they came, that is a fault in any state of the auction.
 *
 * @param schema of the fields that the caller may name
 */
export async function updateFaults(
  connection: Connection,
  viewer: Viewer,
  raw: unknown,
  schema: z.ZodType = updateAuctionInput,
): Promise<Fault[]> {
  const faults = await auctionFaults(connection, viewer, schema, raw);
  // Only an unsupported type depends on the state: while the auction is ongoing, the type is a locked field instead.
  return faults.every(({ code }) => code === 'unsupported_type') ? [] : faults;
}

/** Makes the refusal of a code. */
function refusalOf(code: RefusalCode, input: UpdateAuctionInput, startFault: () => Fault): Refusal {
  const refused = (refusal: 'invalid_request' | 'field_locked', faults: readonly Fault[]) =>
    new Refusal(refusal, { faults });
  switch (code) {
    case 'auction_completed':
    case 'reference_exists':
      return new Refusal(code);
    case 'period_locked':
      return refused('field_locked', [lockedField('/biddingPeriod')]);
    case 'type_locked':
      return refused('field_locked', [lockedField('/type')]);
    case 'period_and_type_locked':
      return refused('field_locked', [lockedField('/biddingPeriod'), lockedField('/type')]);
    case 'type_unsupported':
      return refused('invalid_request', faultsIn(updateAuctionInput, input));
    case 'start_too_soon':
      return refused('invalid_request', [startFault()]);
  }
}

function lockedField(pointer: string): Fault {
  return { pointer, code: 'field_locked', detail: 'May be changed only while the auction is upcoming.' };
}
