import fc from 'fast-check';

// Selections of the public schema's auctions and bids, of all that plans know.

const names = fc.constantFrom('', 'a: ', 'b_1: ');
const bidField = fc.tuple(
  names,
  fc.constantFrom('bidId', 'bidderId', 'placedAt', 'bidValueInCents', 'auctionId', 'isWinningBid', '__typename'),
);
const selectionOf = (field: fc.Arbitrary<readonly [string, string]>, nested: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.uniqueArray(field, { minLength: 1, maxLength: 8, selector: ([alias, name]) => alias || name }), nested)
    .map(([fields, more]) => `{ ${fields.map((parts) => parts.join('')).join(' ')} ${more} }`);
export const bidSelection = selectionOf(bidField, fc.constant(''));
const auctionField = fc.tuple(
  names,
  fc.constantFrom(
    'auctionId',
    'createdAt',
    'biddingPeriodStartsAt',
    'biddingPeriodEndsAt',
    'type',
    'minimumBidValueInCents',
    'title',
    'status',
    'auctionUrl',
    'outcome',
    'cancelledAt',
    'phase',
    'bidCount',
    'settlement { bidId result requestedAt }',
    'payment { netInCents reversals { madeAt } }',
    'id',
    'presentation { description pictures { pictureId url } }',
    'seller { id displayName }',
    '__typename',
  ),
);
const oneOf = fc.constantFrom('', 'leadingBid ', 'winningBid ');
/** `$listed` may decide whether its bids are listed. */
export const auctionSelection = selectionOf(
  auctionField,
  fc
    .tuple(oneOf, bidSelection, fc.boolean(), fc.boolean())
    .map(([one, bid, listed, deciding]) =>
      [
        one === '' ? '' : `${one}${bid}`,
        listed ? `bids ${deciding ? '@include(if: $listed)' : ''} { nodes ${bid} }` : '',
      ].join(' '),
    ),
);
