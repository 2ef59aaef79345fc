import { z } from 'zod';
import { findOrCreateSeller } from '../auth/find-or-create-seller.ts';
import { checkInput, customIssue } from '../core/check-input.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import type { Seller } from '../db/generated/client.ts';
import { findSeller } from './sellers.ts';

const createSellerInput = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .check(({ value, issues }) => {
      if (value.trim() === '') issues.push(customIssue(value, 'blank', 'Must not be blank.'));
      if (/\p{Cc}/u.test(value) || !value.isWellFormed()) {
        issues.push(customIssue(value, 'control_character', 'Must have printable characters only.'));
      }
    })
    .transform((name) => name.trim()),
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
