import { reviveMailAddress, type RevivedAddress } from '../../../settlement/admin/revive-mail-address.ts';
import { builder } from '../builder.ts';
import { viewerOf } from '../context.ts';
import { exposed } from './exposed.ts';
import { mutation, payloadOf } from './mutation.ts';

const RevivedAddressRef = builder.objectRef<RevivedAddress>('RevivedMailAddress').implement({
  description: 'An e-mail address that messages go to again.',
  fields: exposed(() => ({
    sellers: ['Int', 'The number of sellers whose messages go to it again.'],
  })),
});

mutation('reviveMailAddress', {
  access: { scope: 'admin' },
  description:
    'For admins: lets messages go to an e-mail address again, of all sellers. It had bounced, or its owner had ended news and asks for it. A bounce ends by itself after 90 days.',
  input: (t) => ({
    address: t.string({ required: true, description: 'The e-mail address.' }),
    reason: t.string({ required: true, description: 'Why, for the audit log: 3 to 500 characters.' }),
  }),
  resolve: (args, context) => reviveMailAddress(context.deps, viewerOf(context), args),
  payload: payloadOf('revivedMailAddress', RevivedAddressRef, 'The address.'),
});
