import { findAnything, type Found } from '../../../settlement/admin/find-anything.ts';
import { AdminAuction } from './admin-auctions.ts';
import { AuditEntry } from './admin-audit-log.ts';
import { AdminBid } from './admin-bids.ts';
import { ApiKey } from './keys.ts';
import { AdminPayment } from './admin-payments.ts';
import { Seller } from './admin-sellers.ts';
import { builder } from '../builder.ts';

const FoundObject = builder.unionType('FoundObject', {
  description: 'The results of `find`.',
  types: [AdminAuction, AdminBid, AdminPayment, Seller, ApiKey, AuditEntry],
  resolveType: (found) => (found as Found).__typename,
});

builder.queryField('find', (t) =>
  t.field({
    access: { scope: 'admin' },
    type: [FoundObject],
    description:
      'For admins: finds what a text stands for, at most ten of each kind, the newest first. The text: any id of an auction, bid, payment, seller or key, or an `auctionUrl`; the `X-Request-Id` of a request that has changed something; an API key’s prefix, or the key; the provider’s name for a payment; a bidder’s id or e-mail address; a seller’s name. Exactly as it was given.',
    args: { text: t.arg.string({ required: true, description: 'The text to find: 1 to 2,000 characters.' }) },
    resolve: (_, args, { deps }) => findAnything(deps, args) as never,
  }),
);
