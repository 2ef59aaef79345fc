import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import type { Connection } from '../db/database.ts';
import { holdColumns, type SettlementHold } from '../settlement/settlement-holds.ts';

/**
 * Lists the reasons for which settlement waits, those of everything first.
 *
 * @param input `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findSettlementHolds({ db }: { db: Connection }, input: unknown): Promise<Page<SettlementHold>> {
  const { limit, offset } = checkInput(pageInput, input);
  const { rows } = await db.query<SettlementHold>(
    `select ${holdColumns} from settlement_holds where cleared_at is null
     order by auction_id is not null, since, hold_id limit $1 offset $2`,
    [limit + 1, offset],
  );
  return pageOf(rows, limit);
}
