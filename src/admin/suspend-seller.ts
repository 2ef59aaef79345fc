import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import { readSeller, type SellerRow } from './seller-row.ts';

type AdminDeps = { db: Database };

/**
 * Suspends a seller: its keys are refused from now on, on every process. Its auctions continue: bidders bid, winners
 * pay, and holds are released as usual.
 *
 * @throws Refusal `seller_not_found`; `invalid_request` for the seller of the viewer's own key, because no key could
 *   end that suspension
 */
export async function suspendSeller({ db }: AdminDeps, viewer: Viewer, sellerId: string): Promise<SellerRow> {
  if (sellerId.toLowerCase() === viewer.sellerId) {
    const detail = 'This is the seller of the key that you ask with.';
    throw new Refusal('invalid_request', { faults: [{ pointer: '/sellerId', code: 'invalid_value', detail }] });
  }
  return db.transaction(async (tx) => {
    const before = await lockSeller(tx, sellerId);
    if (before.suspendedAt !== null) return before;
    await tx.query('update sellers set suspended_at = clock_timestamp() where seller_id = $1', [sellerId]);
    return remember(tx, viewer, 'suspendSeller', before);
  });
}

/** Ends a suspension: keys that are neither revoked nor expired work again. */
export async function resumeSeller({ db }: AdminDeps, viewer: Viewer, sellerId: string): Promise<SellerRow> {
  return db.transaction(async (tx) => {
    const before = await lockSeller(tx, sellerId);
    if (before.suspendedAt === null) return before;
    await tx.query('update sellers set suspended_at = null where seller_id = $1', [sellerId]);
    return remember(tx, viewer, 'resumeSeller', before);
  });
}

async function lockSeller(tx: Connection, sellerId: string): Promise<SellerRow> {
  const { sellerId: known } = await readSeller(tx, sellerId);
  await tx.query('select from sellers where seller_id = $1 for no key update', [known]);
  return readSeller(tx, known);
}

async function remember(
  tx: Connection,
  viewer: Viewer,
  action: 'suspendSeller' | 'resumeSeller',
  before: SellerRow,
): Promise<SellerRow> {
  const { sellerId } = before;
  const after = await readSeller(tx, sellerId);
  await recordAudit(tx, viewer, {
    action,
    subjectType: 'seller',
    subjectId: sellerId,
    sellerId,
    before: { suspendedAt: before.suspendedAt },
    after: { suspendedAt: after.suspendedAt },
  });
  return after;
}
