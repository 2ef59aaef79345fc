/**
 * A provider's event about one of our payments. An event names the payment, and is no proof of its state: events come
 * late, twice and in any order, so the receiver reads the payment from the gateway.
 */
export interface ProviderEvent {
  /** `reversed`: captured money was refunded or disputed, or a bank warns of fraud. */
  readonly kind: 'held' | 'failed' | 'captured' | 'released' | 'lapsed' | 'reversed';
  /** The provider's own name for the payment. */
  readonly reference: string;
  /** `null` when it is not a payment of ours, or the event does not say. */
  readonly authorizationId: string | null;
}

/** A provider's event about a seller's account. It is no proof of the account's state, either. */
export interface AccountEvent {
  readonly kind: 'account';
  readonly account: string;
}

/**
 * Verifies and reads an event.
 *
 * @param body unchanged: signatures are over these bytes
 * @returns `refused`: not authentic, or no event; `null`: genuine, but irrelevant
 */
export type EventReader = (body: Buffer, headers: Headers) => Promise<ReadEvent>;

/**
 * Why an event is refused. `unsigned`: it carries no signature of the provider. `wrong_secret`: the signature is not made with our secret.
 * `too_old`: genuine, and signed too long before our clock. `malformed`: genuine, and no event.
 */
export type EventRefusal = 'unsigned' | 'wrong_secret' | 'too_old' | 'malformed';

export type ReadEvent =
  | ProviderEvent
  | AccountEvent
  | { readonly kind: 'refused'; readonly reason: EventRefusal }
  | null;
