import { z } from 'zod';
import { bidderIdInput } from '../core/text-input.ts';
import { pageInput } from '../core/page-input.ts';

export const findBidsInput = pageInput.extend({
  auctionId: z.guid().optional(),
  bidderId: bidderIdInput.optional(),
});
