import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { checkInput } from '../core/check-input.ts';
import { sealSecret } from '../core/seal-secret.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { type BidderSigning, findBidderSigning, signingColumns } from './bidder-signing.ts';
import { generateBidderSecret } from './signature.ts';

const maxOverlapSeconds = 7 * 86_400;

const rotationInput = z.strictObject({ overlapSeconds: z.int().min(0).max(maxOverlapSeconds) });

/**
 * Creates the viewer's secret for signing bidders, or replaces it. The previous secret stays valid for a while, so that
 * links that are already sent continue to work. At most two secrets are ever valid.
 *
 * @param raw the arguments as they came: `overlapSeconds`, 0 to 7 days; 0 ends the present secret at once
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
  const secret = generateBidderSecret();
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
