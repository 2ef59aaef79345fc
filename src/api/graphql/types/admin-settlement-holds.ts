import { clearSettlementHold, clearSettlementHoldInput } from '../../../settlement/admin/clear-settlement-hold.ts';
import {
  findSettlementHold,
  findOpenSettlementHolds,
  type SettlementHold,
} from '../../../settlement/settlement-holds.ts';
import { PaymentProviderEnum } from './authorization.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { viewerOf } from '../context.ts';
import { identify } from './node.ts';
import { connectionOf } from './list-connection.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

export const SettlementHoldReasonEnum = enumInCapitals<SettlementHold['reason']>(
  'SettlementHoldReason',
  'The reason for which settlement waits.',
  {
    restored: 'The database was restored from a backup.',
    moved: 'The database is another one than before: a copy, a restored dump, or a standby that was promoted.',
    unseen: 'No worker had run for minutes, so the database may be an older copy.',
    payment_differs:
      'The provider has captured a payment of the auction, or may still do, and the books do not show it.',
  },
);

const SettlementHoldRef = builder.objectRef<SettlementHold>('SettlementHold').implement({
  description: 'The reason for which the settlement of one auction, or of all, waits.',
  fields: exposed(() => ({
    holdId: ['UUID', 'Unique identifier.'],
    reason: [SettlementHoldReasonEnum, 'The reason.'],
    auctionId: [orNull('UUID'), 'The auction; null: no auction is settled until a worker has compared the payments.'],
    authorizationId: [orNull('UUID'), 'The payment that differs; null if the books lack it.'],
    provider: [
      orNull(PaymentProviderEnum),
      'The provider of the payment; null: the hold is about no payment in particular.',
    ],
    providerReference: [
      orNull('String'),
      "The provider's own name for the payment; null: the hold is about no payment in particular.",
    ],
    amountInCents: [orNull('Cents'), 'The amount in USD cents; null: the hold is about no payment in particular.'],
    since: ['DateTime', 'The instant since which settlement waits.'],
    lostSince: [
      orNull('DateTime'),
      'The instant after which the database may lack what happened; null for the hold of one auction.',
    ],
  })),
});

identify(SettlementHoldRef, {
  by: 'holdId',
  access: { scope: 'admin' },
  find: (holdId, { deps }) => findSettlementHold(deps.db, holdId),
});

builder.queryField('settlementHolds', (t) =>
  t.connection(
    {
      access: { scope: 'admin' },
      type: SettlementHoldRef,
      description:
        'For admins: the reasons for which settlement waits, after a restore, a failover, or where a payment differs; those of all auctions first, then oldest first. Empty when all is well.',
      resolve: (_, args, { deps }) => findOpenSettlementHolds(deps.db, args),
    },
    ...connectionOf('SettlementHold', 'holds of settlement'),
  ),
);

mutation('clearSettlementHold', {
  access: { scope: 'admin' },
  description:
    'For admins: lets settlement go on. First see at the provider that nobody can be charged twice: refund what was captured in vain, or end the auction.',
  input: (t) => ({
    holdId: t.field({ ...objectId('SettlementHold'), required: true, description: 'The hold to end.' }),
    reason: t.string({ required: true, description: 'Why, for the audit log: 3 to 500 characters.' }),
    confirm: t.boolean({ required: true, description: 'Must be true: the action cannot be undone.' }),
  }),
  refuses: { check: checkedBy(() => clearSettlementHoldInput) },
  resolve: (args, context) => clearSettlementHold(context.deps, viewerOf(context), args),
  payload: payloadOf('settlementHold', SettlementHoldRef, 'The hold, which has ended.'),
});
