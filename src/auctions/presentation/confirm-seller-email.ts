import { recordAudit, refuseMoreInDay } from '../../platform/audit/record-audit.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Deps } from '../../payments/deps.ts';
import { currentOrigin } from '../../platform/jobs/job-origin.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { reviveAddresses } from './has-bounced.ts';
import { findSellerProfile, lockSellerProfile, type SellerProfile } from './seller-profile.ts';

/** An owner of an address who does not answer is asked no more often than this in a day. */
const maxAskedOfADay = 3;

/**
 * Sends the message that asks to confirm the address of the caller's profile once more, also to an address that has bounced.
 *
 * @throws Refusal `invalid_request` without an address; `rate_limited`
 */
export async function sendEmailConfirmation({ db }: Pick<Deps, 'db'>, viewer: Viewer): Promise<SellerProfile> {
  return await db.transaction(async (tx) => {
    await lockSellerProfile(tx, viewer);
    const { email } = await findSellerProfile(tx, viewer);
    if (email === null) {
      throw new Refusal('invalid_request', { detail: 'Your profile has no e-mail address. Set one first.' });
    }
    await reviveAddresses(tx, viewer.sellerId, [email]);
    await recordAudit(tx, viewer, {
      action: 'sendEmailConfirmation',
      subjectType: 'seller',
      subjectId: viewer.sellerId,
      after: { email },
    });
    await askToConfirm(tx, viewer, email);
    return await findSellerProfile(tx, viewer);
  });
}

/**
 * Records the event that a message to the owner of an address follows from. The caller has recorded its change of the address in the audit
 * log, by which the messages are counted, and holds the lock of the profile.
 *
 * @throws Refusal `rate_limited`
 */
export async function askToConfirm(tx: Connection, { sellerId }: Viewer, email: string): Promise<void> {
  const { requestId, traceparent } = currentOrigin();
  await refuseMoreInDay(tx, sellerId, {
    // With the entry of this one.
    most: maxAskedOfADay + 1,
    condition: "action in ('updateSellerProfile', 'sendEmailConfirmation') and after ->> 'email' = $2",
    values: [email],
    detail: `At most ${maxAskedOfADay} messages within 24 hours ask to confirm an address. Nothing was changed or sent.`,
  });
  await tx.query({
    name: 'record-given-email',
    text: `
      with ${recordEvents(
        `select $1::uuid as seller_id, 'seller_email_given'::webhook_event_type as event_type, null::uuid as auction_id,
          null::uuid as bid_id, jsonb_build_object('email', $2::text) as snapshot`,
        '$3::uuid, $4::text',
      )}
      select`,
    values: [sellerId, email, requestId, traceparent],
  });
}

/**
 * Confirms the address that a message went to, as its reader asks: from now on the seller's messages go there.
 *
 * @returns false: the profile does not name the address any more
 */
export async function confirmSellerEmail(connection: Connection, eventId: string): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'confirm-seller-email',
    text: `
      update seller_profiles p set confirmed_email = p.email
      from messages m where m.event_id = $1 and m.is_to_seller and p.seller_id = m.seller_id and p.email = m.address`,
    values: [eventId],
  });
  return rowCount === 1;
}
