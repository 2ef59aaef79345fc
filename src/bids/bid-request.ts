/** A bid as the bidder submits it. */
export interface BidRequest {
  readonly auctionId: string;
  readonly bidderId: string;
  readonly email: string;
  readonly valueInCents: number;
  /** Random, generated with the form: submitting the same form again is the same bid. */
  readonly submissionToken: string;
  /** True: a valid signature of the seller came with `bidderId`. */
  readonly isSigned?: boolean;
  /** The browser that may see the bid as its own, by our cookie. */
  readonly browserId?: string;
  /** The language in which messages about the bid are written: a tag of BCP 47. */
  readonly language?: string;
  /** The time zone of the browser, such as `Europe/Berlin`. */
  readonly timeZone?: string;
  readonly cardToken: string;
  readonly returnUrl: string;
}
