import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Config } from '../../platform/config.ts';
import { checkInput } from '../../core/check-input.ts';
import { Refusal } from '../../core/refusal.ts';
import { openSecret, sealSecret } from '../../core/seal-secret.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Deps } from '../../payments/deps.ts';

/** How a seller signs the `bidderId` of its links. */
export interface BidderSigning {
  /** True: nobody bids without a valid signature. */
  readonly isRequired: boolean;
  /** False: the seller signs no links yet. */
  readonly hasSecret: boolean;
  /** `null`: one secret is valid. */
  readonly previousSecretExpiresAt: Date | null;
}

/** The select list of a `BidderSigning` over a row of `bidder_signing`, which may be absent. */
const signingColumns = `
  coalesce(is_required, false) as "isRequired", secret is not null as "hasSecret",
  case when previous_secret_expires_at > clock_timestamp() then previous_secret_expires_at end as "previousSecretExpiresAt"`;

export async function findBidderSigning(connection: Connection, sellerId: string): Promise<BidderSigning> {
  const { rows } = await connection.query<BidderSigning>({
    name: 'find-bidder-signing',
    text: `select ${signingColumns} from (select $1::uuid as seller_id) seller left join bidder_signing using (seller_id)`,
    values: [sellerId],
  });
  return rows[0]!;
}

const maxOverlapSeconds = 7 * 86_400;

const rotationInput = z.strictObject({ overlapSeconds: z.int().min(0).max(maxOverlapSeconds).default(86_400) });

/**
 * Creates the viewer's secret for signing bidders, or replaces it. The previous secret stays valid for a while, so that
 * links that are already sent continue to work. At most two secrets are ever valid.
 *
 * @param raw the arguments, unchecked: `overlapSeconds`, 0 to 7 days; 0 ends the present secret at once
 * @returns the secret, which is returned only here
 * @throws Refusal `invalid_request`
 */
export async function rotateBidderSecret(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  viewer: Viewer,
  raw: unknown,
): Promise<{ readonly signing: BidderSigning; readonly secret: string }> {
  const { overlapSeconds } = checkInput(rotationInput, raw);
  const { sellerId } = viewer;
  // The whole text, with its prefix, is the key of the HMAC.
  const secret = `bidsec_${randomBytes(32).toString('hex')}`;
  return await db.transaction(async (tx) => {
    await tx.query('select from sellers where seller_id = $1 for no key update', [sellerId]);
    const before = await findBidderSigning(tx, sellerId);
    const { rows } = await tx.query<BidderSigning>({
      name: 'rotate-bidder-secret',
      text: `
        insert into bidder_signing (seller_id, secret) values ($1, $2)
        on conflict (seller_id) do update set
          secret = excluded.secret,
          previous_secret = case when $3::int > 0 then bidder_signing.secret end,
          previous_secret_expires_at = case when $3::int > 0 then clock_timestamp() + $3::int * interval '1 second' end
        returning ${signingColumns}`,
      values: [sellerId, sealSecret(config.secretsKeys, secret, sellerId), overlapSeconds],
    });
    const signing = rows[0]!;
    const audited = ({ hasSecret, previousSecretExpiresAt }: BidderSigning) => ({ hasSecret, previousSecretExpiresAt });
    await recordAudit(tx, viewer, {
      action: 'rotateBidderSecret',
      subjectType: 'seller',
      subjectId: sellerId,
      before: audited(before),
      after: audited(signing),
    });
    return { signing, secret };
  });
}

/**
 * Says whether bidders need a signed link to bid on the viewer's auctions, from now on. Bids that stand are untouched.
 *
 * @throws Refusal `bidder_secret_missing`
 */
export async function requireSignedBidders(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  isRequired: boolean,
): Promise<BidderSigning> {
  const { sellerId } = viewer;
  return await db.transaction(async (tx) => {
    await tx.query('select from sellers where seller_id = $1 for no key update', [sellerId]);
    const before = await findBidderSigning(tx, sellerId);
    if (isRequired && !before.hasSecret) throw new Refusal('bidder_secret_missing');
    if (before.isRequired === isRequired) return before;
    await tx.query('update bidder_signing set is_required = $2 where seller_id = $1', [sellerId, isRequired]);
    await recordAudit(tx, viewer, {
      action: 'requireSignedBidders',
      subjectType: 'seller',
      subjectId: sellerId,
      before: { isRequired: before.isRequired },
      after: { isRequired },
    });
    return { ...before, isRequired };
  });
}

/** The bidder that a link names, at the auction of that link. */
interface SignedBidder {
  readonly auctionId: string;
  readonly bidderId: string;
}

/**
 * Signs a bidder: HMAC-SHA-256 of `<auctionId>.<bidderId>` in UTF-8, as 64 hexadecimal digits. The auction is signed,
 * too: a link that becomes public lets nobody bid on other auctions.
 */
function signBidder(secret: string, { auctionId, bidderId }: SignedBidder): string {
  return createHmac('sha256', secret).update(`${auctionId.toLowerCase()}.${bidderId}`).digest('hex');
}

/**
 * Returns SQL of the secrets of a seller that are valid now, as they are stored, the newest first; null: none.
 *
 * @param sellerId as SQL
 */
export function signingSecrets(sellerId: string): string {
  return `(select array_remove(array[
      secret, case when previous_secret_expires_at > clock_timestamp() then previous_secret end], null)
    from bidder_signing where bidder_signing.seller_id = ${sellerId})`;
}

/**
 * Signs a bidder as the seller does, with the newest secret.
 *
 * @returns `null`: the seller has no secret
 */
export function signatureOf(
  { secretsKeys }: Pick<Config, 'secretsKeys'>,
  [newest]: readonly string[],
  bidder: SignedBidder & { readonly sellerId: string },
): string | null {
  return newest === undefined ? null : signBidder(openSecret(secretsKeys, newest, bidder.sellerId), bidder);
}

/** Checks a signature against each secret that is valid now, in a time that does not depend on the signature. */
export function isSignedBy(
  { secretsKeys }: Pick<Config, 'secretsKeys'>,
  storedSecrets: readonly string[],
  bidder: SignedBidder & { readonly sellerId: string; readonly signature: string },
): boolean {
  if (!/^[0-9a-f]{64}$/i.test(bidder.signature)) return false;
  const given = Buffer.from(bidder.signature, 'hex');
  return storedSecrets.some((stored) => {
    const secret = openSecret(secretsKeys, stored, bidder.sellerId);
    return timingSafeEqual(Buffer.from(signBidder(secret, bidder), 'hex'), given);
  });
}
