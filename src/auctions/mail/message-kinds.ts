import type { SellerNews } from '../presentation/seller-profile.ts';
import type { WebhookEventType } from '../../platform/db/generated/enums.ts';

/**
 * A message about money says what happens to the money of its recipient, or to what was paid for: it is always sent, as is one about a new key. News waits until a bidder
 * has asked for it, and can be ended. A seller gets all messages at the confirmed address. Until an address is confirmed, the address of
 * the profile gets those about money, and the one that asks to confirm it.
 */
interface MessageKind {
  readonly event: WebhookEventType;
  readonly to: 'bidder' | 'seller';
  readonly about: 'money' | 'keys' | 'address' | 'news';
  /** The switch of the profile that ends it by itself. */
  readonly news?: SellerNews;
  /** True: it is worth nothing once bidding is over. */
  readonly isOverAtEnd?: true;
}

/** Every message that there is, by the event that it follows from. Nobody gets one about a cancellation. */
const kinds: readonly MessageKind[] = [
  { event: 'bid_placed', to: 'bidder', about: 'money' },
  { event: 'bid_won', to: 'bidder', about: 'money' },
  { event: 'bid_lost', to: 'bidder', about: 'money' },
  { event: 'payment_refunded', to: 'bidder', about: 'money' },
  { event: 'item_shipped', to: 'bidder', about: 'money' },
  { event: 'bid_outbid', to: 'bidder', about: 'news', isOverAtEnd: true },
  { event: 'hold_at_risk', to: 'bidder', about: 'news', isOverAtEnd: true },
  { event: 'auction_completed', to: 'seller', about: 'money' },
  { event: 'capture_failed', to: 'seller', about: 'money' },
  { event: 'payment_disputed', to: 'seller', about: 'money' },
  { event: 'api_key_issued', to: 'seller', about: 'keys' },
  { event: 'seller_email_given', to: 'seller', about: 'address' },
  { event: 'delivery_details_given', to: 'seller', about: 'news', news: 'DELIVERY_DETAILS' },
  { event: 'first_bid_placed', to: 'seller', about: 'news', news: 'FIRST_BID', isOverAtEnd: true },
  // The reminder of the end follows from the start, later: see `end-reminder.ts`.
  { event: 'auction_started', to: 'seller', about: 'news', news: 'ENDS_TOMORROW', isOverAtEnd: true },
  { event: 'endpoint_disabled', to: 'seller', about: 'news', news: 'ENDPOINT_DISABLED' },
];

/** Builds SQL that is true for the events of some messages. @param event SQL */
function isEventOf(event: string, isMeant: (kind: MessageKind) => boolean): string {
  const events = kinds.filter(isMeant).map((kind) => `'${kind.event}'`);
  return `${event} in (${events.join(', ')})`;
}

export const isToBidder = (event: string) => isEventOf(event, ({ to }) => to === 'bidder');
/** True for the messages that a seller gets, but the one that asks to confirm the address. */
export const isToSeller = (event: string) =>
  isEventOf(event, ({ to, about }) => to === 'seller' && about !== 'address');
/** True for the message that asks to confirm the address of a profile. */
export const isToConfirm = (event: string) => isEventOf(event, ({ about }) => about === 'address');
export const isAboutMoney = (event: string) => isEventOf(event, ({ about }) => about === 'money');
export const isNews = (event: string) => isEventOf(event, ({ about }) => about === 'news');
export const isOverAtEnd = (event: string) => isEventOf(event, (kind) => kind.isOverAtEnd === true);

/** Checks whether its reader can end a message by itself. */
export function endsByItself(eventType: WebhookEventType): boolean {
  return kinds.some(({ event, news }) => event === eventType && news !== undefined);
}

/** Builds SQL of the switch of the profile that ends a message by itself; null: it has none. @param event SQL */
export function newsNamed(event: string): string {
  const named = kinds.flatMap(({ event: name, news }) => (news === undefined ? [] : [`when '${name}' then '${news}'`]));
  return `(case ${event} ${named.join(' ')} end)`;
}
