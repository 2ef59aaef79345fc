import type { News } from '../../../auctions/mail/mail-addresses.ts';
import type { CardForm, TestCards } from '../../../payments/providers/provider-page.ts';
import type { BidStatus } from '../bid-status.ts';
import type { CardStep } from '../card-step-of.ts';
import type { FieldFault } from '../../form-fields.ts';
import type { TypedValues } from '../check-bid-form.ts';
import type { TypedFields } from '../../../core/read-form.ts';
import type { AuctionVisit } from '../visit.ts';
import type { Html, Link } from './layout.ts';

/** All that the page of an auction shows: to whom, and what this request has brought. */
export interface PageContent extends AuctionVisit {
  /** The address of this page, from which the script takes newer parts. */
  readonly address: string;
  readonly sellerName: string;
  /** The path that a proxy puts before ours. */
  readonly base: string;
  /** Random, new with each form that is shown. */
  readonly submissionToken: string;
  readonly values: TypedValues;
  readonly faults: readonly FieldFault[];
  /** How the card gets into the form, by the auction's provider; `null` while the auction takes no bids. */
  readonly cardForm: CardForm | null;
  /** Whether messages about the bid are sent, in the words of the form. */
  readonly messages: 'messagesSent' | 'noMessages' | 'messagesInTest';
  /** `null`: the form begins with the amount and the e-mail. */
  readonly step: CardStep | null;
  /** `null`: the auction takes none, or no bids at all now. */
  readonly testCards: TestCards | null;
  /** The form whose outcome is asked for, by its token; `null`: none is. */
  readonly sent: { readonly token: string; readonly sentBefore: boolean } | null;
  /** Says why nobody can bid here although the auction is open; `null`: everybody can. */
  readonly obstacle: { readonly heading: string; readonly detail: Html | string; readonly link?: Link } | null;
  /** In a frame of another page, which leads to this one. */
  readonly isEmbedded: boolean;
  /** Says why the auction has just refused a bid; `null`: it has not. */
  readonly refusal: { readonly heading: string; readonly detail: string } | null;
  readonly bidStatus: readonly BidStatus[];
  /** Whether news reaches the reader of the message whose link led here, and what changes it; `null`: no message did. */
  readonly news: {
    readonly address: string;
    readonly state: News | 'unreachable';
    readonly action: string;
    readonly token: string;
  } | null;
  /** The form of the winner that was just sent, and what is wrong with it; `null`: none was, or it was good. */
  readonly delivery: { readonly typed: TypedFields; readonly faults: readonly FieldFault[] } | null;
  /** The private link to these bids, and the same as a picture; `null`: there are none. */
  readonly followUrl: { readonly url: string; readonly codeUrl: string } | null;
}
