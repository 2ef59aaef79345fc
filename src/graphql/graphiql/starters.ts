import { readFileSync } from 'node:fs';

/** A tab with which GraphiQL opens. Each is a lesson: an explanation, then the operation. */
export interface Starter {
  readonly query: string;
  /** The variables as JSON. The page replaces ids of zeros when it sends a query: `fillIn` in browser/page.js. */
  readonly variables?: string;
}

const anId = '00000000-0000-0000-0000-000000000000';

/**
 * The values of variables in a tab, by their names. Each is a placeholder: zeros, null, or a text with "…". A query may be sent with
 * them; of a mutation, browser/ask-first.js asks for what takes their place.
 */
const examples = {
  sellerId: anId,
  auctionId: anId,
  endpointId: anId,
  apiKeyId: anId,
  accountId: 'acct_…',
  bidId: anId,
  authorizationId: anId,
  holdId: anId,
  bidderId: 'customer-…',
  name: '…',
  text: '…',
  url: 'https://…',
  biddingPeriod: { startTimestamp: 0, endTimestamp: 0 },
  reason: null,
  confirm: null,
  after: null,
};

/** The tabs of a seller: the first is selected. */
export const starters = startersIn('seller.graphql');

/** The tabs of a signed-in admin: one for each task. */
export const adminStarters = startersIn('admin.graphql');

/** Reads the operations of a document, which empty lines separate. */
function startersIn(name: string): readonly Starter[] {
  const document = readFileSync(new URL(`./starters/${name}`, import.meta.url), 'utf8');
  return document.split(/(?<=\n)\n/).map((query) => {
    const variables = Object.entries(examples).filter(([variable]) => query.includes(`$${variable}:`));
    return {
      query,
      ...(variables.length > 0 && { variables: JSON.stringify(Object.fromEntries(variables), null, 2) }),
    };
  });
}
