import { type AuditEntry, findAuditEntries } from '../admin/find-audit-entries.ts';
import type { Page } from '../core/page-input.ts';
import { builder, needs } from './builder.ts';
import { pageArguments } from './page-arguments.ts';

const AuditEntryRef = builder.objectRef<AuditEntry>('AuditEntry').implement({
  description: 'A change: who made it, when, and what was different before and after. Never holds a secret.',
  fields: (t) => ({
    entryId: t.exposeID('entryId', { description: 'Unique identifier; it grows with time.' }),
    at: t.expose('at', { type: 'DateTime', description: "When, by the database's clock." }),
    action: t.exposeString('action', { description: 'The name of the operation, such as `updateAuction`.' }),
    subjectType: t.exposeString('subjectType', { description: 'What was changed: `auction`, `api_key`, `seller`, …' }),
    subjectId: t.exposeString('subjectId', { description: 'Its id.' }),
    sellerId: t.expose('sellerId', { type: 'UUID', nullable: true, description: 'Whose it is.' }),
    apiKeyId: t.expose('apiKeyId', {
      type: 'UUID',
      nullable: true,
      description: 'The key that asked; null: a command of whoever runs the service.',
    }),
    keyPrefix: t.exposeString('keyPrefix', { nullable: true, description: 'The first characters of that key.' }),
    actorName: t.exposeString('actorName', { nullable: true, description: 'The seller that the key belongs to.' }),
    before: t.expose('before', { type: 'JSON', nullable: true, description: 'As it was; null: it did not exist.' }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'As it is since; null: it is gone.' }),
    requestId: t.expose('requestId', {
      type: 'UUID',
      nullable: true,
      description: 'The `X-Request-Id` of the request, which the logs carry, too.',
    }),
  }),
});

const AuditLog = builder.objectRef<Page<AuditEntry>>('AuditLog').implement({
  description: 'One page of the audit log.',
  fields: (t) => ({
    entries: t.field({ type: [AuditEntryRef], description: 'Newest first.', resolve: ({ items }) => items }),
    hasNext: t.exposeBoolean('hasNext', { description: 'Is there at least one more entry behind this page?' }),
  }),
});

builder.queryField('auditLog', (t) =>
  t.field({
    ...needs('admin'),
    type: AuditLog,
    description: 'For admins: who changed what, newest first. Filters may be combined.',
    args: {
      sellerId: t.arg({ type: 'UUID', description: 'Only changes of what is this seller’s.' }),
      subjectId: t.arg({ type: 'UUID', description: 'Only changes of this auction, key, seller or webhook.' }),
      action: t.arg.string({ description: 'Only this operation, such as `cancelAuction`.' }),
      apiKeyId: t.arg({ type: 'UUID', description: 'Only what was asked for with this key.' }),
      sinceTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only changes from then on.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, args, { deps }) => findAuditEntries(deps, args),
  }),
);
