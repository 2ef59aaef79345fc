import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { FieldFault, TypedValues } from './check-bid-form.ts';
import type { AuctionViewContent } from './views/auction-view.ts';
import type { CardStep } from './views/card-step.ts';

/** The parts of an auction's page that depend on the request. */
export interface Showing {
  readonly status?: ContentfulStatusCode;
  readonly sent?: AuctionViewContent['sent'];
  readonly values?: TypedValues;
  readonly faults?: readonly FieldFault[];
  /** The token of the form that goes on; a new token otherwise. */
  readonly token?: string;
  /** The key of the private link that was opened: nobody bids through it. */
  readonly followed?: string;
  /** `null`: the form begins with the amount. */
  readonly step?: CardStep | null;
  /** Says why the auction has just refused a bid. */
  readonly refusal?: { readonly heading: string; readonly detail: string };
}
