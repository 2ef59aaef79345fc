import { z } from 'zod';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { findOrCreateSeller } from '../../platform/auth/change-keys.ts';
import { checkInput, customIssue } from '../../core/check-input.ts';
import { reasonInput, visibleText } from '../../core/text-input.ts';
import { invalidValue, Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import type { Seller } from '../../platform/db/generated/client.ts';
import { confirm } from './lever.ts';
import { findSeller } from './sellers.ts';

const createSellerInput = z.strictObject({
  name: visibleText(1, 200).transform((name) => name.trim()),
  mode: z.enum(['live', 'test']),
});

/**
 * Creates a seller, without a key.
 *
 * @param input `name`, unique within its `mode`
 * @throws Refusal `invalid_request`, `seller_exists`
 */
export async function createSeller({ db }: { db: Database }, viewer: Viewer, input: unknown): Promise<Seller> {
  const wanted = checkInput(createSellerInput, input);
  return db.transaction(async (tx) => {
    const { sellerId, isNew } = await findOrCreateSeller(tx, viewer, wanted);
    if (!isNew) throw new Refusal('seller_exists');
    return findSeller({ db }, sellerId);
  });
}

type AdminDeps = { db: Database };

export const suspendInput = z
  .strictObject({
    sellerId: z.string(),
    stopCaptures: z.boolean().nullable().default(false),
    reason: reasonInput.nullish(),
    confirm: confirm.nullish(),
  })
  .check(({ value, issues }) => {
    if (value.stopCaptures !== true) return;
    const said = 'Is required to stop captures: holds may lapse meanwhile.';
    if (value.reason == null) issues.push(customIssue(value.reason, 'required', said, ['reason']));
    if (value.confirm == null) issues.push(customIssue(value.confirm, 'required', said, ['confirm']));
  });

/**
 * Suspends a seller: its keys are refused from now on, on every process. Its auctions continue: bidders bid, winners
 * pay, and holds are released as usual. With `stopCaptures`, no further capture is requested, and settlement waits until
 * `resumeSeller`. Captures can also be stopped of a seller that is suspended already.
 *
 * @param input `sellerId`, `stopCaptures`; `reason` and `confirm`, which are required to stop captures
 * @throws Refusal `seller_not_found`; `invalid_request`, also for the seller of the viewer's own key, because no key could
 *   end that suspension
 */
export async function suspendSeller({ db }: AdminDeps, viewer: Viewer, input: unknown): Promise<Seller> {
  const { sellerId, stopCaptures, reason: why } = checkInput(suspendInput, input);
  if (sellerId.toLowerCase() === viewer.sellerId) {
    throw invalidValue('/sellerId', 'This is the seller of the key that you ask with.');
  }
  return db.transaction(async (tx) => {
    const before = await lockSeller({ db }, tx, sellerId);
    const isStopped = stopCaptures !== true || before.capturesStoppedAt !== null;
    if (before.suspendedAt !== null && isStopped) return before;
    await tx.query(
      `update sellers set suspended_at = coalesce(suspended_at, clock_timestamp()),
         captures_stopped_at = case when $2 then coalesce(captures_stopped_at, clock_timestamp()) else captures_stopped_at end
       where seller_id = $1`,
      [before.sellerId, stopCaptures === true],
    );
    return remember({ db }, tx, viewer, { action: 'suspendSeller', before, why: why ?? null });
  });
}

/** Ends a suspension: keys that are neither revoked nor expired work again, and captures that were stopped go on. */
export async function resumeSeller({ db }: AdminDeps, viewer: Viewer, sellerId: string): Promise<Seller> {
  return db.transaction(async (tx) => {
    const before = await lockSeller({ db }, tx, sellerId);
    if (before.suspendedAt === null && before.capturesStoppedAt === null) return before;
    await tx.query('update sellers set suspended_at = null, captures_stopped_at = null where seller_id = $1', [
      before.sellerId,
    ]);
    return remember({ db }, tx, viewer, { action: 'resumeSeller', before, why: null });
  });
}

async function lockSeller(deps: AdminDeps, tx: Connection, sellerId: string): Promise<Seller> {
  if (isUuid(sellerId)) await tx.query('select from sellers where seller_id = $1 for no key update', [sellerId]);
  return findSeller(deps, sellerId);
}

async function remember(
  deps: AdminDeps,
  tx: Connection,
  viewer: Viewer,
  { action, before, why }: { action: 'suspendSeller' | 'resumeSeller'; before: Seller; why: string | null },
): Promise<Seller> {
  const { sellerId } = before;
  const after = await findSeller(deps, sellerId);
  await recordAudit(tx, viewer, {
    action,
    subjectType: 'seller',
    subjectId: sellerId,
    sellerId,
    before: suspensionOf(before),
    after: { ...suspensionOf(after), ...(why !== null && { reason: why }) },
  });
  return after;
}

/** Returns what the audit log shows of a suspension. */
function suspensionOf({ suspendedAt, capturesStoppedAt }: Seller): object {
  return { suspendedAt, capturesStoppedAt };
}
