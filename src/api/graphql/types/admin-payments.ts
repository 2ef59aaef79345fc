import { findAllPayments, type PaymentOfSeller } from '../../../settlement/admin/find-across-sellers.ts';
import { isUuid } from '../../../core/uuid.ts';
import { AuthorizationStateEnum, PaymentProviderEnum } from './admin-bids.ts';
import { builder } from '../builder.ts';
import { exposed, orNull } from './exposed.ts';
import { FailureCodeEnum } from './failure-code.ts';
import { identify } from './node.ts';
import { SellerModeEnum } from './seller-mode.ts';

export const AdminPayment = builder.objectRef<PaymentOfSeller>('AdminPayment').implement({
  description:
    'Money that is held on a bidder’s card, or is about to be, for admins. A renewal is a payment of its own.',
  fields: exposed(() => ({
    authorizationId: ['UUID', 'Unique identifier.'],
    auctionId: ['UUID', 'The auction that it is for.'],
    auctionTitle: ['String', 'The title of that auction.'],
    sellerId: ['UUID', 'The seller of the auction.'],
    sellerName: ['String', 'The name of that seller.'],
    sellerMode: [SellerModeEnum, 'Live or test.'],
    bidId: [orNull('UUID'), 'The bid that it backs; null if there is none yet, or was none.'],
    bidderId: ['String', 'The bidder.'],
    email: ['String', 'The e-mail address that the bidder gave.'],
    valueInCents: ['Cents', 'The amount in USD cents.'],
    capturedInCents: [orNull('Cents'), 'The captured amount, in USD cents; null if nothing was.'],
    state: [AuthorizationStateEnum, 'The state of the money.'],
    failureCode: [orNull(FailureCodeEnum), 'Why it failed or is released.'],
    provider: [PaymentProviderEnum, 'The provider that holds it.'],
    providerReference: [orNull('String'), "The provider's own name for the payment, to look it up there."],
    captureBefore: [orNull('DateTime'), 'When the hold lapses, by the provider.'],
    createdAt: ['DateTime', 'When it was recorded, before the provider was asked.'],
    closedAt: [orNull('DateTime'), 'When it became final; null until then.'],
  })),
});

identify(AdminPayment, {
  by: 'authorizationId',
  scope: 'admin',
  find: async (authorizationId, { deps }) =>
    isUuid(authorizationId) ? ((await findAllPayments(deps.db, { authorizationId }, 1))[0] ?? null) : null,
});
