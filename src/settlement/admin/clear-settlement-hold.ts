import { z } from 'zod';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { checkInput } from '../../core/check-input.ts';
import { invalidValue } from '../../core/refusal.ts';
import { reasonInput as reason } from '../../core/text-input.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { settlementHoldColumns, type SettlementHold } from '../settlement-holds.ts';
import { confirm } from './lever.ts';

export const clearSettlementHoldInput = z.strictObject({ holdId: z.string(), reason, confirm });

/**
 * Ends a reason for which settlement waits. The operator has seen to it that nobody is charged twice: a worker settles what has
 * ended within seconds.
 *
 * @param input `holdId`, `reason`, `confirm`
 * @returns the hold as it was
 * @throws Refusal `invalid_request`, also for a hold that is not open
 */
export async function clearSettlementHold(
  { db }: { readonly db: Database },
  viewer: Viewer,
  input: unknown,
): Promise<SettlementHold> {
  const { holdId, reason: why } = checkInput(clearSettlementHoldInput, input);
  return await db.transaction(async (tx) => {
    const { rows } = await tx.query<SettlementHold>(
      `update settlement_holds set cleared_at = clock_timestamp(), cleared_because = 'operator: ' || $2
       where hold_id = $1 and cleared_at is null returning ${settlementHoldColumns}`,
      [isUuid(holdId) ? holdId : null, why],
    );
    const [hold] = rows;
    if (hold === undefined) throw invalidValue('/holdId', 'There is no such hold, or it has ended.');
    const { auctionId, providerReference } = hold;
    await recordAudit(tx, viewer, {
      action: 'clearSettlementHold',
      subjectType: 'settlement_hold',
      subjectId: holdId,
      before: { reason: hold.reason, auctionId, providerReference },
      after: { reason: why },
    });
    return hold;
  });
}
