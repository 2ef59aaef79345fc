import { z } from 'zod';
import { recordAudit, refuseMoreInDay } from '../../platform/audit/record-audit.ts';
import { checkInput } from '../../core/check-input.ts';
import { Refusal } from '../../core/refusal.ts';
import { setAuction } from '../../core/request-context.ts';
import { visibleText } from '../../core/text-input.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import { webAddressInput } from '../../core/web-address.ts';
import type { Connection } from '../../platform/db/database.ts';
import { nowOfSeller } from '../../platform/db/seller-clock.ts';
import { selectList } from '../../platform/db/select-list.ts';
import type { Deps } from '../../payments/deps.ts';
import { currentOrigin } from '../../platform/jobs/job-origin.ts';
import { refusalWithout } from '../reads.ts';
import { eventOfEach, formOfBid, linkedBidSnapshot, recordEvents } from '../webhooks/record-events.ts';
import { trackingPageOf } from './carriers.ts';
import { type Shipment, shipmentJson, shipmentProperties } from './shipments.ts';

export const maxCarrierLength = 60;
export const maxTrackingNumberLength = 60;

/** Each change is a message to the winner. */
const maxShipmentsOfADay = 10;

const trimmed = (text: string) => text.trim();

export const shipmentInput = z.strictObject({
  auctionId: z.string(),
  carrier: z.string().transform(trimmed).pipe(visibleText(1, maxCarrierLength)),
  trackingNumber: z.string().transform(trimmed).pipe(visibleText(1, maxTrackingNumberLength)).optional(),
  /** Absent: the page of the carrier, if it is known. */
  trackingUrl: webAddressInput.optional(),
});

/**
 * Records how the item of a sale was sent, in place of what was recorded before, and the event that the winner is told by. The same once
 * more changes nothing. The lock makes an erasure of the bidder wait, which then finds the shipment.
 *
 * @param input `auctionId`, `carrier`, `trackingNumber`, `trackingUrl`
 * @throws Refusal `invalid_request`; `auction_not_found`; `nothing_to_ship`; `rate_limited`
 */
export async function recordShipment(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  viewer: Viewer,
  input: unknown,
): Promise<Shipment> {
  const { auctionId, carrier, trackingNumber = null, trackingUrl } = checkInput(shipmentInput, input);
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
  setAuction(auctionId);
  const wanted = { carrier, trackingNumber, trackingUrl: trackingUrl ?? trackingPageOf(carrier, trackingNumber) };
  const shipment = await db.transaction(async (tx) => {
    const bidId = await lockWinner(tx, viewer, auctionId);
    const before = await findShipment(tx, bidId);
    const isSame = Object.entries(wanted).every(([name, value]) => before?.[name as keyof typeof wanted] === value);
    if (before !== null && isSame) return before;
    await refuseMoreInDay(tx, auctionId, {
      most: maxShipmentsOfADay,
      condition: "action = 'recordShipment'",
      detail: `The winner is told of at most ${maxShipmentsOfADay} shipments of a sale within 24 hours. Nothing was changed.`,
    });
    const after = await writeShipment(tx, { auctionId, bidId, ...wanted });
    // The number leads to an address of the winner, which an entry of the audit log would outlive.
    const carrierOf = (shown: Shipment | null) => shown && { carrier: shown.carrier };
    await recordAudit(tx, viewer, {
      action: 'recordShipment',
      subjectType: 'auction',
      subjectId: auctionId,
      before: carrierOf(before),
      after: carrierOf(after),
    });
    return after;
  });
  live.announce(auctionId);
  return shipment;
}

/** Locks the winning bid of an auction, whose money was charged. */
async function lockWinner(tx: Connection, { sellerId }: Viewer, auctionId: string): Promise<string> {
  const { rows } = await tx.query<{ bidId: string }>({
    name: 'lock-winning-bid',
    text: `
      select bid_id as "bidId" from bids where auction_id = $1 and seller_id = $2 and is_winning_bid for no key update`,
    values: [auctionId, sellerId],
  });
  if (rows[0] === undefined) throw await refusalWithout('nothing_to_ship', tx, sellerId, auctionId);
  return rows[0].bidId;
}

async function findShipment(tx: Connection, bidId: string): Promise<Shipment | null> {
  const { rows } = await tx.query<Shipment>({
    name: 'find-shipment',
    text: `select ${selectList(shipmentProperties)} from shipments where bid_id = $1`,
    values: [bidId],
  });
  return rows[0] ?? null;
}

type NewShipment = Omit<Shipment, 'recordedAt'> & { readonly auctionId: string; readonly bidId: string };

async function writeShipment(
  tx: Connection,
  { auctionId, bidId, carrier, trackingNumber, trackingUrl }: NewShipment,
): Promise<Shipment> {
  const { requestId, traceparent } = currentOrigin();
  const { rows } = await tx.query<Shipment>({
    name: 'write-shipment',
    text: `
      with shipped as (
        insert into shipments (bid_id, auction_id, carrier, tracking_number, tracking_url, recorded_at)
        select bid_id, auction_id, $3, $4, $5, ${nowOfSeller('bids.seller_id')} from bids where auction_id = $1 and bid_id = $2
        on conflict (bid_id) do update set carrier = excluded.carrier, tracking_number = excluded.tracking_number,
          tracking_url = excluded.tracking_url, recorded_at = excluded.recorded_at
        returning bid_id, carrier, tracking_number, tracking_url, recorded_at, ${shipmentJson} as shipment
      ), ${recordEvents(
        eventOfEach(
          `bids join shipped using (bid_id) ${formOfBid}`,
          'item_shipped',
          `${linkedBidSnapshot} || jsonb_build_object('shipment', shipment)`,
        ),
        '$6::uuid, $7::text',
      )}
      select ${selectList(shipmentProperties)} from shipped`,
    values: [auctionId, bidId, carrier, trackingNumber, trackingUrl, requestId, traceparent],
  });
  return rows[0]!;
}
