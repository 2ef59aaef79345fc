import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/** A seller as an operator sees it. */
export interface SellerRow {
  sellerId: string;
  name: string;
  mode: SellerMode;
  createdAt: Date;
  /** The instant of the suspension; `null`: not suspended. */
  suspendedAt: Date | null;
  /** The instant since which no capture of its auctions is requested; `null`: captures go on. */
  capturesStoppedAt: Date | null;
}

/** The select list of a `SellerRow`. */
export const sellerColumns = `
  seller_id as "sellerId", name, mode, created_at as "createdAt", suspended_at as "suspendedAt",
  captures_stopped_at as "capturesStoppedAt"`;

/**
 * Reads a seller.
 *
 * @throws Refusal `seller_not_found`
 */
export async function readSeller(connection: Connection, sellerId: string): Promise<SellerRow> {
  if (!isUuid(sellerId)) throw new Refusal('seller_not_found');
  const { rows } = await connection.query<SellerRow>(`select ${sellerColumns} from sellers where seller_id = $1`, [
    sellerId,
  ]);
  if (rows[0] === undefined) throw new Refusal('seller_not_found');
  return rows[0];
}
