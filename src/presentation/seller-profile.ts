import type { Language } from '../core/languages.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/** The seller as bidders see it on the page; `null` where the seller has set nothing. */
export interface SellerProfile {
  /** Stands in place of the seller's name. */
  readonly displayName: string | null;
  /** `#rrggbb` */
  readonly accentColor: string | null;
  readonly contact: string | null;
  readonly terms: string | null;
  readonly returnAddress: string | null;
  readonly imprint: string | null;
  readonly privacy: string | null;
  readonly shipping: string | null;
  /** Where the seller's name leads to, as `https://…`. */
  readonly shopUrl: string | null;
  readonly logoPictureId: string | null;
  /** For bidders whose browser asks for no language that the page has; `null`: English. */
  readonly language: Language | null;
}

export const profileColumns = `
  seller_profiles.display_name as "displayName", seller_profiles.accent_color as "accentColor", seller_profiles.contact,
  seller_profiles.terms, seller_profiles.return_address as "returnAddress",
  seller_profiles.imprint, seller_profiles.privacy, seller_profiles.shipping, seller_profiles.shop_url as "shopUrl",
  seller_profiles.logo_picture_id as "logoPictureId", seller_profiles.language`;

export async function findSellerProfile(connection: Connection, { sellerId }: Viewer): Promise<SellerProfile> {
  const { rows } = await connection.query<SellerProfile>({
    name: 'find-seller-profile',
    text: `select ${profileColumns} from (values (0)) one left join seller_profiles on seller_id = $1`,
    values: [sellerId],
  });
  return rows[0]!;
}
