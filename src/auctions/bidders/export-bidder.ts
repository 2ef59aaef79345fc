import { z } from 'zod';
import { cursorPageInput, type ListPage, descending, readListPage } from '../../core/cursor-page.ts';
import { checkInput } from '../../core/check-input.ts';
import { bidderIdInput } from '../../core/text-input.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Prisma } from '../../platform/db/generated/client.ts';
import { prismaPage } from '../../platform/db/prisma-page.ts';
import type { Deps } from '../../payments/deps.ts';
import type { Authorization } from '../../payments/holds/authorization.ts';
import type { FailureCode } from '../../payments/providers/failure-code.ts';
import { eventColumns, type EventRow } from '../webhooks/events.ts';
import { findBan } from './bans.ts';
import type { DeliveryDetails } from './delivery-details.ts';
import type { Shipment } from './shipments.ts';

/** Everything that is known of a bidder of a seller. */
export interface BidderExport {
  readonly sellerId: string;
  readonly bidderId: string;
  /** `null`: not banned. */
  readonly ban: Awaited<ReturnType<typeof findBan>>;
}

/** One try to bid, or a renewal of its hold: the hold, the bid that it made, and the events of that bid. */
export interface BidAttempt extends Authorization {
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
  { db }: Pick<Deps, 'db'>,
  { sellerId, bidderId }: Pick<BidderExport, 'sellerId' | 'bidderId'>,
  raw: unknown,
): Promise<ListPage<BidAttempt>> {
  return await readListPage(cursorPageInput, newestAttempts, raw, async (page) => {
    const { AND, orderBy, take } = prismaPage<Prisma.AuthorizationFindManyArgs>(page);
    const where = { sellerId, bidderId, erasedAt: null, AND };
    const include = { bid: { include: { deliveryDetails: true, shipment: true } } };
    const holds = await db.prisma.authorization.findMany({ where, include, orderBy, take });
    const events = await findEvents(db, sellerId, holds);
    return {
      rows: holds.map(({ bid, ...hold }): BidAttempt => ({
        ...hold,
        failureCode: hold.failureCode as FailureCode | null,
        placedAt: bid?.placedAt ?? null,
        isWinningBid: bid?.isWinningBid ?? false,
        deliveryDetails: bid?.deliveryDetails ?? null,
        shipment: bid?.shipment ?? null,
        events: events.get(hold.bidId) ?? [],
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
  const { rows } = await db.query<EventRow>({
    name: 'find-events-of-bids',
    text: `
      select ${eventColumns} from (
        select *, row_number() over (partition by bid_id order by created_at, event_id) as place from webhook_events
        where seller_id = $1 and bid_id = any($2)
      ) v where place <= ${maxEventsOfBid} order by v.created_at, v.event_id`,
    values: [sellerId, bidIds],
  });
  return Map.groupBy(rows, ({ bidId }) => bidId);
}
