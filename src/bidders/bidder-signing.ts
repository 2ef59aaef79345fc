import type { Connection } from '../db/database.ts';

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
export const signingColumns = `
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
