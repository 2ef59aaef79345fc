import { z } from 'zod';
import { nameOfWay, orderOf, rowsBehind, statementName } from '#one-statement/keyset.ts';
import { makeParameters } from '#one-statement/parameters.ts';
import { cursorPageInput, keysetOf, type ListPage, descending, readListPage } from '../../core/cursor-page.ts';
import { checkInput } from '../../core/check-input.ts';
import { bidderIdInput } from '../../core/text-input.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Authorization } from '../../payments/holds/authorization.ts';
import { eventColumns, type EventRow } from '../webhooks/events.ts';
import { findBan } from './bans.ts';
import { type DeliveryDetails, deliveryFromJson, type DeliveryJson, deliveryJson } from './delivery-details.ts';
import { type Shipment, shipmentFromJson, type ShipmentJson, shipmentJson } from './shipments.ts';

/** Everything that is known of a bidder of a seller. */
export interface BidderExport {
  readonly sellerId: string;
  readonly bidderId: string;
  /** `null`: not banned. */
  readonly ban: Awaited<ReturnType<typeof findBan>>;
}

/** One try to bid, or a renewal of its hold: the hold, the bid that it made, and the events of that bid. */
export interface BidAttempt
  extends
    Pick<Authorization, 'authorizationId' | 'auctionId' | 'email' | 'valueInCents' | 'state' | 'failureCode' | 'bidId'>,
    Pick<Authorization, 'createdAt' | 'authorizedAt' | 'captureBefore' | 'closedAt'> {
  readonly placedAt: Date | null;
  readonly isWinningBid: boolean;
  readonly deliveryDetails: DeliveryDetails | null;
  readonly shipment: Shipment | null;
  readonly events: EventRow[];
}

/** A bid has few events; more than these are left out. */
export const maxEventsOfBid = 20;

const exportInput = z.strictObject({ bidderId: bidderIdInput });

/**
 * Begins to read everything that is known of a bidder of a seller.
 *
 * @param raw `bidderId`
 * @throws Refusal `invalid_request`
 */
export async function exportBidder({ db }: { db: Connection }, sellerId: string, raw: unknown): Promise<BidderExport> {
  const { bidderId } = checkInput(exportInput, raw);
  return { sellerId, bidderId, ban: await findBan(db, sellerId, bidderId) };
}

const newestAttempts = descending('attempts-of-bidder', { created_at: 'timestamptz', authorization_id: 'uuid' });

/**
 * Lists the attempts of a bidder, newest first.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findAttempts(
  { db }: { db: Connection },
  { sellerId, bidderId }: Pick<BidderExport, 'sellerId' | 'bidderId'>,
  raw: unknown,
): Promise<ListPage<BidAttempt>> {
  return await readListPage(cursorPageInput, newestAttempts, raw, async (page) => {
    const parameter = makeParameters();
    const keyset = keysetOf(page, parameter);
    const own = `authorizations where seller_id = ${parameter(sellerId)} and bidder_id = ${parameter(bidderId)} and erased_at is null`;
    const { rows } = await db.query<
      Omit<BidAttempt, 'events' | 'deliveryDetails' | 'shipment'> & {
        deliveryDetails: DeliveryJson | null;
        shipment: ShipmentJson | null;
      }
    >({
      name: statementName('export-bidder', nameOfWay(page)),
      text: `
        select a.authorization_id as "authorizationId", a.auction_id as "auctionId", a.email, a.value_in_cents as "valueInCents",
          a.state, a.failure_code as "failureCode", a.created_at as "createdAt", a.authorized_at as "authorizedAt",
          a.capture_before as "captureBefore", a.closed_at as "closedAt", bid_id as "bidId", bids.placed_at as "placedAt",
          coalesce(bids.is_winning_bid, false) as "isWinningBid",
          case when given_at is not null then ${deliveryJson} end as "deliveryDetails",
          case when recorded_at is not null then ${shipmentJson} end as shipment
        from (
          select *, row_number() over (order by ${orderOf(keyset)}) as place
          from (${rowsBehind(keyset, own, parameter(page.limit))}) authorizations
        ) a left join bids using (bid_id) left join delivery_details using (bid_id) left join shipments using (bid_id)
        order by a.place`,
      values: parameter.values,
    });
    const events = await findEvents(db, sellerId, rows);
    return {
      rows: rows.map((attempt): BidAttempt => ({
        ...attempt,
        deliveryDetails: attempt.deliveryDetails && deliveryFromJson(attempt.deliveryDetails),
        shipment: attempt.shipment && shipmentFromJson(attempt.shipment),
        events: events.get(attempt.bidId) ?? [],
      })),
    };
  });
}

async function findEvents(
  db: Connection,
  sellerId: string,
  attempts: readonly Pick<BidAttempt, 'bidId'>[],
): Promise<Map<string | null, EventRow[]>> {
  const bidIds = attempts.flatMap(({ bidId }) => (bidId === null ? [] : [bidId]));
  if (bidIds.length === 0) return new Map();
  const { rows } = await db.query<EventRow & { ofBid: string }>({
    name: 'find-events-of-bids',
    text: `
      select ${eventColumns}, v.bid_id as "ofBid" from (
        select *, row_number() over (partition by bid_id order by created_at, event_id) as place from webhook_events
        where seller_id = $1 and bid_id = any($2)
      ) v where place <= ${maxEventsOfBid} order by v.created_at, v.event_id`,
    values: [sellerId, bidIds],
  });
  return Map.groupBy(rows, ({ ofBid }) => ofBid);
}
