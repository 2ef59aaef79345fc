import { hash } from 'node:crypto';
import { z } from 'zod';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { checkInput } from '../../core/check-input.ts';
import { emailAddress } from '../../core/email-address.ts';
import { invalidValue } from '../../core/refusal.ts';
import { reasonInput as reason } from '../../core/text-input.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Database } from '../../platform/db/database.ts';

const reviveInput = z.strictObject({ address: emailAddress, reason });

/** The address that was revived. */
export interface RevivedAddress {
  /** The number of sellers whose messages go to the address again. */
  readonly sellers: number;
}

/**
 * Lets messages go to an e-mail address again, of all sellers: it had bounced, or its owner had ended news and asks for it. The audit log has an
 * entry for each seller, with the digest of the address in its place, as addresses are erased.
 *
 * @param input `address`, `reason`
 * @throws Refusal `invalid_request`, also for an address that nothing keeps from messages
 */
export async function reviveMailAddress(
  { db }: { readonly db: Database },
  viewer: Viewer,
  input: unknown,
): Promise<RevivedAddress> {
  const { address, reason: why } = checkInput(reviveInput, input);
  return await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ sellerId: string; hadBounced: boolean; hadEndedNews: boolean }>(
      `update mail_addresses set bounced_at = null, unsubscribed_at = null
       where address = $1 and num_nonnulls(bounced_at, unsubscribed_at) > 0
       returning seller_id as "sellerId", old.bounced_at is not null as "hadBounced", old.unsubscribed_at is not null as "hadEndedNews"`,
      [address],
    );
    if (rows.length === 0) throw invalidValue('/address', 'Nothing keeps messages from this address.');
    const addressHash = hash('sha256', address, 'hex');
    for (const { sellerId, ...before } of rows) {
      await recordAudit(tx, viewer, {
        action: 'reviveMailAddress',
        subjectType: 'seller',
        subjectId: sellerId,
        sellerId,
        before,
        after: { addressHash, reason: why },
      });
    }
    return { sellers: rows.length };
  });
}
