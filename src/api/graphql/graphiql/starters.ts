import { readFileSync } from 'node:fs';

const anId = '00000000-0000-0000-0000-000000000000';

/**
 * The values of variables in a tab, by their names. Each is a placeholder: zeros, null, or a text with "…". A query may be sent with
 * them, where browser/page.js replaces ids of zeros; of a mutation, browser/ask-first.js asks for what takes their place.
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
  address: '…',
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

/** Reads the operations of a document, which empty lines separate. Each is a lesson: an explanation, then the operation. */
function startersIn(name: string): readonly { readonly query: string; readonly variables?: string }[] {
  const document = readFileSync(new URL(`./starters/${name}`, import.meta.url), 'utf8');
  return document.split(/(?<=\n)\n/).map((query) => {
    const variables = Object.entries(examples).filter(([variable]) => query.includes(`$${variable}:`));
    return {
      query,
      ...(variables.length > 0 && { variables: JSON.stringify(Object.fromEntries(variables), null, 2) }),
    };
  });
}
