import {
  connectInput,
  connectPaymentAccount,
  readPaymentAccount,
} from '../../../settlement/admin/connect-payment-account.ts';
import { PaymentAccount } from './payment-account.ts';
import { countUsage, findSeller, findSellers, type Usage } from '../../../settlement/admin/sellers.ts';
import {
  createSeller,
  resumeSeller,
  suspendInput,
  suspendSeller,
} from '../../../settlement/admin/administer-sellers.ts';
import { ApiKey, KeyConnection } from './keys.ts';
import { findKeys } from '../../../platform/auth/own-keys.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder } from '../builder.ts';
import { columnsOf, exposed, orNull } from './exposed.ts';
import { viewerOf } from '../context.ts';
import { identify } from './node.ts';
import { SellerModeEnum } from './seller-mode.ts';
import { connectionOf, selectionOf } from './list-connection.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

const SellerUsage = builder.objectRef<Usage>('SellerUsage').implement({
  description: "The counts of a seller's auctions, bids and sales.",
  fields: exposed((t) => ({
    upcomingAuctions: t.int({ description: 'Not yet begun.', resolve: ({ auctions }) => auctions.upcoming }),
    ongoingAuctions: t.int({ description: 'Begun and not final.', resolve: ({ auctions }) => auctions.ongoing }),
    completedAuctions: t.int({ description: 'Final.', resolve: ({ auctions }) => auctions.completed }),
    bids: ['Int', 'Bids on all of its auctions.'],
    capturedValueInCents: ['Cents', 'Captured from winning bids, in whole USD cents.'],
    lastActivityAt: [orNull('DateTime'), 'The last auction created, bid placed or key used; null: nothing yet.'],
  })),
});

export const Seller = builder.prismaObject('Seller', {
  sql: {
    columns: () => ({
      sellerId: 'sellers.seller_id',
      name: 'sellers.name',
      mode: 'sellers.mode',
      createdAt: 'sellers.created_at',
      suspendedAt: 'sellers.suspended_at',
      capturesStoppedAt: 'sellers.captures_stopped_at',
    }),
    keys: ['sellerId'],
  },
  description: 'The account of a seller, for admins.',
  fields: (t) =>
    columnsOf('Seller', t, {
      sellerId: ['UUID', 'Unique identifier.'],
      name: ['String', 'Unique within its mode.'],
      mode: [SellerModeEnum, 'Live or test.'],
      createdAt: ['DateTime', 'When it was created.'],
      suspendedAt: [
        orNull('DateTime'),
        'The instant since which its keys are refused; null: the seller is not suspended.',
      ],
      capturesStoppedAt: [
        orNull('DateTime'),
        'The instant since which no capture of its auctions is requested; null if captures go on.',
      ],
      keys: t.connection(
        {
          access: { scope: 'admin' },
          type: ApiKey,
          description: 'Its keys, newest first, revoked ones included.',
          resolve: ({ sellerId }, args, context, info) =>
            findKeys(context.deps, sellerId, args, selectionOf(context, info, { createdAt: true, apiKeyId: true })),
        },
        KeyConnection,
      ),
      usage: t.field({
        access: { scope: 'admin' },
        type: SellerUsage,
        description:
          'The counts of its auctions, bids and sales. Reads everything, so request it only when you need it.',
        resolve: ({ sellerId }, _, { deps }) => countUsage(deps.db, sellerId),
      }),
      paymentAccount: t.relation('paymentAccount', {
        access: { scope: 'admin' },
        type: PaymentAccount,
        nullable: true,
        description: 'The account that its sales are paid into; null: it has none.',
      }),
    }),
});

identify(Seller, {
  by: 'sellerId',
  access: { scope: 'admin' },
  find: (sellerId, { deps }) => findSeller(deps, sellerId),
});

builder.queryFields((t) => ({
  sellers: t.connection(
    {
      access: { scope: 'admin' },
      type: Seller,
      description: 'For admins: all sellers, newest first. Filters may be combined.',
      args: {
        nameContains: t.arg.string({ description: 'Only sellers with this in their name, in any case.' }),
        mode: t.arg({ type: SellerModeEnum, description: 'Only live or only test sellers.' }),
        isSuspended: t.arg.boolean({ description: 'Only sellers that are, or are not, suspended.' }),
      },
      resolve: (_, args, context, info) =>
        findSellers(context.deps, args, selectionOf(context, info, { sellerId: true })),
    },
    ...connectionOf('Seller', 'sellers'),
  ),
  seller: t.prismaField({
    access: { scope: 'admin' },
    refuses: { codes: ['seller_not_found'] },
    type: Seller,
    description: 'For admins: reads one seller, with its keys and usage.',
    args: { sellerId: t.arg({ ...objectId('Seller'), required: true, description: 'The seller to read.' }) },
    resolve: (selection, _, { sellerId }, { deps }) => findSeller(deps, sellerId, selection),
  }),
}));

mutation('createSeller', {
  access: { scope: 'admin' },
  description: 'For admins: creates a seller, without a key.',
  input: (t) => ({
    name: t.string({ required: true, description: '1 to 200 characters, unique within the mode.' }),
    mode: t.field({ type: SellerModeEnum, required: true, description: 'Live or test; it cannot be changed later.' }),
  }),
  refuses: { codes: ['seller_exists'] },
  resolve: (args, context) => createSeller(context.deps, viewerOf(context), args),
  payload: payloadOf('seller', Seller, 'The seller.'),
});

mutation('connectPaymentAccount', {
  // It calls the payment provider.
  access: { scope: 'admin' },
  description:
    'For admins: lets the sales of a seller be paid into an account that the payment provider has connected to yours and that takes charges. Holds that stand stay with the account before.',
  input: (t) => ({
    sellerId: t.field({ ...objectId('Seller'), required: true, description: 'The seller.' }),
    accountId: t.string({
      required: true,
      description: "The provider's own name for the account, such as `acct_1A2b3C4d5E6f7G8h`.",
    }),
  }),
  refuses: { codes: ['seller_not_found', 'payments_unavailable'], check: checkedBy(() => connectInput) },
  commitsByItself: true,
  resolve: (args, context) => connectPaymentAccount(context.deps, viewerOf(context), args),
  payload: payloadOf('seller', Seller, 'The seller.'),
});

mutation('readPaymentAccount', {
  access: { scope: 'admin' },
  description: 'For admins: reads the payment account of a seller at its provider again now.',
  input: (t) => ({ sellerId: t.field({ ...objectId('Seller'), required: true, description: 'The seller.' }) }),
  refuses: { codes: ['seller_not_found'] },
  commitsByItself: true,
  resolve: ({ sellerId }, context) => readPaymentAccount(context.deps, viewerOf(context), sellerId),
  payload: payloadOf('seller', Seller, 'The seller.'),
});

mutation('suspendSeller', {
  access: { scope: 'admin' },
  description:
    'For admins: refuses all keys of a seller from now on, until `resumeSeller`. Its auctions continue, end and settle as usual, unless `stopCaptures` is true.',
  input: (t) => ({
    sellerId: t.field({ ...objectId('Seller'), required: true, description: 'The seller to suspend.' }),
    stopCaptures: t.boolean({
      description:
        'Whether captures stop, too, also of a seller that is suspended already: ended auctions wait, and no bidder is charged. Holds are not kept longer: one that lapses meanwhile cannot be captured. A request that the provider has received before may still be carried out.',
    }),
    reason: t.string({
      description: 'Why, for the audit log: 3 to 500 characters. Required to stop captures.',
    }),
    confirm: t.boolean({ description: 'Must be true to stop captures.' }),
  }),
  refuses: { codes: ['seller_not_found'], check: checkedBy(() => suspendInput) },
  resolve: (args, context) => suspendSeller(context.deps, viewerOf(context), args),
  payload: payloadOf('seller', Seller, 'The seller.'),
});

mutation('resumeSeller', {
  access: { scope: 'admin' },
  description: 'For admins: lets the keys of a suspended seller work again, and captures go on that were stopped.',
  input: (t) => ({
    sellerId: t.field({ ...objectId('Seller'), required: true, description: 'The seller to resume.' }),
  }),
  refuses: { codes: ['seller_not_found'] },
  resolve: ({ sellerId }, context) => resumeSeller(context.deps, viewerOf(context), sellerId),
  payload: payloadOf('seller', Seller, 'The seller.'),
});
