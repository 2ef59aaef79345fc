import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { findOrCreateSeller } from '../../platform/auth/change-keys.ts';
import { checkInput, customIssue } from '../../core/check-input.ts';
import { reasonInput, visibleText } from '../../core/text-input.ts';
import { invalidValue, Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
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
  const stoppedAt = stopCaptures === true ? 'coalesce(captures_stopped_at, clock_timestamp())' : 'captures_stopped_at';
  const set = `suspended_at = coalesce(suspended_at, clock_timestamp()), captures_stopped_at = ${stoppedAt}`;
  return await changeSuspension({ db }, viewer, sellerId, { action: 'suspendSeller', set, why: why ?? null });
}

/** Ends a suspension: keys that are neither revoked nor expired work again, and captures that were stopped go on. */
export async function resumeSeller(deps: AdminDeps, viewer: Viewer, sellerId: string): Promise<Seller> {
  const set = 'suspended_at = null, captures_stopped_at = null';
  return await changeSuspension(deps, viewer, sellerId, { action: 'resumeSeller', set, why: null });
}

/** Runs the assignments of `set`, and records what they change. */
async function changeSuspension(
  { db }: AdminDeps,
  viewer: Viewer,
  asked: string,
  { action, set, why }: { action: string; set: string; why: string | null },
): Promise<Seller> {
  return await db.transaction(async (tx) => {
    const { sellerId } = await findSeller({ db }, asked);
    await tx.query('select from sellers where seller_id = $1 for no key update', [sellerId]);
    const before = suspensionOf(await findSeller({ db }, sellerId));
    await tx.query(`update sellers set ${set} where seller_id = $1`, [sellerId]);
    const seller = await findSeller({ db }, sellerId);
    const after = suspensionOf(seller);
    if (isDeepStrictEqual(before, after)) return seller;
    const subject = { subjectType: 'seller', subjectId: sellerId, sellerId } as const;
    await recordAudit(tx, viewer, {
      action,
      ...subject,
      before,
      after: { ...after, ...(why !== null && { reason: why }) },
    });
    return seller;
  });
}

/** Returns what the audit log shows of a suspension. */
function suspensionOf({ suspendedAt, capturesStoppedAt }: Seller): object {
  return { suspendedAt, capturesStoppedAt };
}
