import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';

/**
 * Refuses an id that is no UUID before anything is counted or read: made-up ids would fill the counters' memory.
 *
 * @throws Refusal `auction_not_found`
 */
export const refuseNoUuid: MiddlewareHandler = async (c, next) => {
  if (!isUuid(c.req.param('auctionId') ?? '')) throw new Refusal('auction_not_found');
  await next();
};
