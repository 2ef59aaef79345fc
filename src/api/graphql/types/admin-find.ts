import type { Parameters } from '#one-statement/parameters.ts';
import { anyBid } from '../../../auctions/bids/reads.ts';
import { anyAuction } from '../../../auctions/reads.ts';
import { anyAuthorization } from '../../../settlement/admin/find-across-sellers.ts';
import { readSelected } from '../read-selected.ts';
import { findAnything, type Found } from '../../../settlement/admin/find-anything.ts';
import { AuditEntry } from './admin-audit-log.ts';
import { Authorization } from './authorization.ts';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { ApiKey } from './keys.ts';
import { Seller } from './admin-sellers.ts';
import { builder } from '../builder.ts';

const FoundObject = builder.unionType('FoundObject', {
  description: 'The results of `find`.',
  types: [Auction, Bid, Authorization, Seller, ApiKey, AuditEntry],
  resolveType: (found) => (found as Found).__typename,
});

const sources = {
  Auction: (auctionId: string) => (parameter: Parameters) => anyAuction({ auctionId }, parameter),
  Bid: (bidId: string) => (parameter: Parameters) => anyBid({ bidId }, parameter),
  Authorization: (id: string) => (parameter: Parameters) => anyAuthorization(id, parameter),
};

builder.queryField('find', (t) =>
  t.field({
    access: { scope: 'admin' },
    type: [FoundObject],
    description:
      'For admins: finds what a text stands for, at most ten of each kind, the newest first. The text: any id of an auction, bid, payment, seller or key, or an `auctionUrl`; the `X-Request-Id` of a request that has changed something; an API key’s prefix, or the key; the provider’s name for a payment; a bidder’s id or e-mail address; a seller’s name. Exactly as it was given.',
    args: { text: t.arg.string({ required: true, description: 'The text to find: 1 to 2,000 characters.' }) },
    resolve: async (_, args, context, info) => {
      const found = await findAnything(context.deps, args);
      const reading = found.map(async (each) => {
        if (!('id' in each)) return each;
        const { __typename, id } = each;
        return {
          ...(await readSelected<object>(context, info, sources[__typename](id), __typename)),
          __typename,
        };
      });
      return (await Promise.all(reading)) as never;
    },
  }),
);
