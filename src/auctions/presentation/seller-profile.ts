import type { Language } from '../../core/languages.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { SellerProfile as SellerProfileRow } from '../../platform/db/generated/client.ts';
import { type ColumnsOf, selectList } from '../../platform/db/select-list.ts';
import { hasBounced } from './has-bounced.ts';

/** The settings of a seller for its pages and messages; `null`: it has set nothing. */
export interface SellerProfile extends Omit<
  SellerProfileRow,
  'language' | 'lotsPage' | 'askWinnerFor' | 'news' | 'updatedAt'
> {
  /** For bidders whose browser asks for no language that the page has; `null`: English. */
  readonly language: Language | null;
  readonly lotsPage: LotsPage;
  readonly askWinnerFor: AskWinnerFor;
  /** None while the owner of the address has ended news. */
  readonly news: readonly SellerNews[];
  /** `null`: the profile has no address. */
  readonly emailState: EmailState | null;
}

/** The state of the address for messages to the seller. */
export const emailStates = ['UNCONFIRMED', 'CONFIRMED', 'ENDED', 'UNREACHABLE'] as const;

export type EmailState = (typeof emailStates)[number];

/** The messages that a seller can end one by one. */
export const sellerNews = ['DELIVERY_DETAILS', 'FIRST_BID', 'ENDS_TOMORROW', 'ENDPOINT_DISABLED'] as const;

export type SellerNews = (typeof sellerNews)[number];

/** The details that the page asks the winner for: none, name and telephone number, or also an address. */
export const asksOfWinner = ['NONE', 'CONTACT', 'DELIVERY'] as const;

export type AskWinnerFor = (typeof asksOfWinner)[number];

/** The readers who find the page of a seller's open lots: nobody, those who have its address, or also those who search the web. */
export const lotsPages = ['HIDDEN', 'SHARED', 'INDEXED'] as const;

export type LotsPage = (typeof lotsPages)[number];

/** The path of the page of a seller's open lots. */
export function lotsPath(sellerId: string): string {
  return `/auctions/sellers/${sellerId}`;
}

/** Each property of a profile, over a row of `sellers` and one of `seller_profiles`, which may be absent. */
export const profileProperties: ColumnsOf<SellerProfile> = {
  sellerId: 'sellers.seller_id',
  displayName: 'seller_profiles.display_name',
  accentColor: 'seller_profiles.accent_color',
  contact: 'seller_profiles.contact',
  terms: 'seller_profiles.terms',
  returnAddress: 'seller_profiles.return_address',
  imprint: 'seller_profiles.imprint',
  privacy: 'seller_profiles.privacy',
  shipping: 'seller_profiles.shipping',
  shopUrl: 'seller_profiles.shop_url',
  logoPictureId: 'seller_profiles.logo_picture_id',
  language: 'seller_profiles.language',
  email: 'seller_profiles.email',
  confirmedEmail: 'case when seller_profiles.email is not null then seller_profiles.confirmed_email end',
  emailState: `case when seller_profiles.email is not null then coalesce(
    (select case when ${hasBounced('d')} then 'UNREACHABLE' when d.unsubscribed_at is not null then 'ENDED' end
     from mail_addresses d where d.seller_id = seller_profiles.seller_id and d.address = seller_profiles.email),
    case when seller_profiles.confirmed_email = seller_profiles.email then 'CONFIRMED' else 'UNCONFIRMED' end) end`,
  news: `case when exists (
      select from mail_addresses d
      where d.seller_id = seller_profiles.seller_id and d.address = seller_profiles.confirmed_email and d.unsubscribed_at is not null)
    then '{}' else array(select each from unnest(array[${sellerNews.map((each) => `'${each}'`).join(', ')}]) each where each = any(seller_profiles.news) is not false) end`,
  timeZone: 'seller_profiles.time_zone',
  lotsPage: "coalesce(seller_profiles.lots_page, 'HIDDEN')",
  showsSoldLots: 'coalesce(seller_profiles.shows_sold_lots, false)',
  askWinnerFor: "coalesce(seller_profiles.ask_winner_for, 'NONE')",
  embedOrigins: "coalesce(seller_profiles.embed_origins, '{}')",
};

const {
  email: _email,
  emailState: _state,
  confirmedEmail: _confirmed,
  news: _news,
  timeZone: _zone,
  ...shown
} = profileProperties;

/** The properties that the pages of bidders read. They have nothing of the messages to the seller. */
export const shownProperties = shown;

export type ShownProfile = Pick<SellerProfile, keyof typeof shown>;

const fromSellers = 'from sellers left join seller_profiles using (seller_id)';

/** SQL of the profile of an auction's seller, from `from` on, over a row of `auctions`. */
export const profileOfAuction = `${fromSellers} where sellers.seller_id = auctions.seller_id`;

/** Locks the row of the caller's profile, and makes it if it is missing: the next reads see the state that a change replaces. */
export async function lockSellerProfile(tx: Connection, { sellerId }: Pick<Viewer, 'sellerId'>): Promise<void> {
  await tx.query(
    'insert into seller_profiles (seller_id) values ($1) on conflict (seller_id) do update set seller_id = excluded.seller_id',
    [sellerId],
  );
}

export async function findSellerProfile(
  connection: Connection,
  { sellerId }: Pick<Viewer, 'sellerId'>,
): Promise<SellerProfile> {
  const { rows } = await connection.query<SellerProfile>({
    name: 'find-seller-profile',
    text: `select ${selectList(profileProperties)} ${fromSellers} where sellers.seller_id = $1`,
    values: [sellerId],
  });
  return rows[0]!;
}
