import { findOwnKey } from '../../../platform/auth/own-keys.ts';
import type { Viewer } from '../../../core/viewer.ts';
import { findSellerProfile } from '../../../auctions/presentation/seller-profile.ts';
import { builder } from '../builder.ts';
import { viewerOf } from '../context.ts';
import { exposed } from './exposed.ts';
import { ApiKey, ScopeEnum } from './keys.ts';
import { SellerProfileRef } from './seller-profile.ts';
import { SellerModeEnum } from './seller-mode.ts';

const ViewerRef = builder.objectRef<Viewer>('Viewer').implement({
  description: 'The caller: a seller, by one of its keys.',
  fields: exposed((t) => ({
    seller: t.field({
      access: { scope: 'auctions:read' },
      type: SellerProfileRef,
      description: 'Your profile.',
      resolve: (viewer, _, { deps }) => findSellerProfile(deps.db, viewer),
    }),
    mode: [SellerModeEnum, 'Whether your money is real.'],
    scopes: t.field({
      type: [ScopeEnum],
      description: 'The scopes of your key.',
      resolve: ({ scopes }) => [...scopes],
    }),
    key: t.field({
      type: ApiKey,
      description: 'The key that you send, without the key itself.',
      resolve: (viewer, _, { deps }) => findOwnKey(deps, viewer, viewer.apiKeyId),
    }),
  })),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    description: 'Tells who you are: any secret key may ask.',
    resolve: (_, __, context) => viewerOf(context),
  }),
);
