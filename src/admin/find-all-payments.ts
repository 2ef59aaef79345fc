import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { conditionOf, type Filter, makeParameters } from '../db/sql.ts';
import { type Authorization, authorizationColumns } from '../holds/authorization.ts';

/** A payment with its auction and its seller. */
export interface PaymentOfSeller extends Authorization {
  auctionTitle: string;
  sellerName: string;
  sellerMode: SellerMode;
}

/** One of these. */
interface PaymentFilter {
  readonly authorizationId?: string;
  /** The name that its provider, any of them, has for the payment. */
  readonly reference?: string;
  readonly email?: string;
}

/** Finds payments of any seller, newest first. */
export async function findAllPayments(
  db: Connection,
  { authorizationId, reference, email }: PaymentFilter,
  limit: number,
): Promise<PaymentOfSeller[]> {
  const parameter = makeParameters();
  const filters: Filter[] = [
    [(value) => `authorization_id = ${value}`, authorizationId],
    // With the providers, as the index has them first.
    [(value) => `provider = any(enum_range(null::payment_provider)) and provider_reference = ${value}`, reference],
    [(value) => `email = ${value}`, email],
  ];
  const { rows } = await db.query<PaymentOfSeller>(
    `select p.*, auctions.title as "auctionTitle", sellers.name as "sellerName", sellers.mode as "sellerMode"
     from (
       select ${authorizationColumns} from authorizations where ${conditionOf(filters, parameter)}
       order by authorization_id desc limit ${parameter(limit)}
     ) p
     join auctions on auctions.auction_id = p."auctionId" join sellers on sellers.seller_id = p."sellerId"
     order by "authorizationId" desc`,
    parameter.values,
  );
  return rows;
}

/** The payments of an e-mail address that a list of auctions or bids is filtered by: more than one person makes in years. */
const maxOfEmail = 1_000;

/**
 * Returns SQL of an array of ids: what the newest payments of an e-mail address are for.
 *
 * @param parameter holds the address
 */
export function newestOfEmail(column: 'auction_id' | 'bid_id', parameter: string): string {
  return `array(select ${column} from authorizations where email = ${parameter} order by authorization_id desc limit ${maxOfEmail})`;
}
