import { recordAudit } from '../audit/record-audit.ts';
import type { SellerMode, Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/** The seller with a name and mode; `isNew` if this call created it. */
export interface NamedSeller {
  readonly sellerId: string;
  readonly isNew: boolean;
}

/** Finds the seller or creates it. Two concurrent calls for the same new seller get the same one. */
export async function findOrCreateSeller(
  tx: Connection,
  viewer: Viewer | null,
  { name, mode }: { name: string; mode: SellerMode },
): Promise<NamedSeller> {
  const { rows: made } = await tx.query<{ sellerId: string }>(
    `insert into sellers (name, mode) values ($1, $2) on conflict (name, mode) do nothing
     returning seller_id as "sellerId"`,
    [name, mode],
  );
  const created = made[0];
  if (created === undefined) {
    const { rows } = await tx.query<{ sellerId: string }>(
      'select seller_id as "sellerId" from sellers where name = $1 and mode = $2',
      [name, mode],
    );
    return { sellerId: rows[0]!.sellerId, isNew: false };
  }
  const { sellerId } = created;
  const after = { name, mode };
  await recordAudit(tx, viewer, {
    action: 'createSeller',
    subjectType: 'seller',
    subjectId: sellerId,
    sellerId,
    before: null,
    after,
  });
  return { sellerId, isNew: true };
}
