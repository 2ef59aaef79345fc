import { type AuditChange, changesOf, findActor, findAuditEntries } from '../../../settlement/admin/audit-log.ts';
import { builder } from '../builder.ts';
import { columnsOf, exposed, orNull } from './exposed.ts';
import { identify } from './node.ts';
import { connectionOf, selectionOf } from './list-connection.ts';
import { objectId } from './object-id.ts';

const AuditChangeRef = builder.objectRef<AuditChange>('AuditChange').implement({
  description:
    'A field before and after a change. A field that says what was changed, such as a payment, may be the same.',
  fields: exposed(() => ({
    field: ['String', 'The field; within a list or an object, the path to it: `pictures.0.alternativeText`.'],
    before: [orNull('String'), 'The value before the change, as a text; null: the field had no value.'],
    after: [orNull('String'), 'The value after the change, as a text; null: the field has no value.'],
  })),
});

export const AuditEntry = builder.prismaObject('AuditEntry', {
  select: { entryId: true },
  description: 'A change: who made it, when, and the fields that differ before and after. Never contains a secret.',
  fields: (t) =>
    columnsOf('AuditEntry', t, {
      entryId: t.id({
        description: 'Unique identifier; it grows with time.',
        resolve: ({ entryId }) => String(entryId),
      }),
      at: ['DateTime', "When, by the database's clock."],
      action: ['String', 'The name of the operation, such as `updateAuction`.'],
      subjectType: ['String', 'The type of the changed object: `auction`, `api_key`, `seller`, …'],
      subjectId: ['String', 'Its id.'],
      sellerId: [orNull('UUID'), 'The seller that owns it; null: it belongs to no seller.'],
      apiKeyId: [orNull('UUID'), 'The key of the caller; null: a command of the operator.'],
      keyPrefix: t.string({
        nullable: true,
        description: 'The first characters of that key; null: a command of the operator.',
        select: { apiKeyId: true },
        resolve: async ({ apiKeyId }, _, { deps }) => (await findActor(deps, apiKeyId))?.prefix ?? null,
      }),
      actorName: t.string({
        nullable: true,
        description: 'The seller that the key belongs to; null: a command of the operator.',
        select: { apiKeyId: true },
        resolve: async ({ apiKeyId }, _, { deps }) => (await findActor(deps, apiKeyId))?.seller.name ?? null,
      }),
      changes: t.field({
        type: [AuditChangeRef],
        description: 'The fields that differ.',
        select: { before: true, after: true },
        // They come with the row of the entry.
        extensions: { rows: 0 },
        resolve: changesOf,
      }),
      requestId: [
        orNull('UUID'),
        'The `X-Request-Id` of the request, which is also in the logs; null: a command of the operator.',
      ],
    }),
});

identify(AuditEntry, {
  by: 'entryId',
  access: { scope: 'admin' },
  find: (entryId, { deps }) =>
    /^\d{1,18}$/.test(entryId)
      ? deps.db.prisma.auditEntry.findFirst({ where: { entryId: BigInt(entryId) } })
      : Promise.resolve(null),
});

builder.queryField('auditLog', (t) =>
  t.connection(
    {
      access: { scope: 'admin' },
      type: AuditEntry,
      description: 'For admins: the changes and who made them, newest first. Filters may be combined.',
      args: {
        sellerId: t.arg({ ...objectId('Seller'), description: 'Only changes of objects of this seller.' }),
        subjectId: t.arg({ ...objectId(), description: 'Only changes of this auction, key, seller or webhook.' }),
        action: t.arg.string({ description: 'Only this operation, such as `cancelAuction`.' }),
        apiKeyId: t.arg({ ...objectId('ApiKey'), description: 'Only entries of this key.' }),
        requestId: t.arg({ type: 'UUID', description: 'Only changes of the request with this `X-Request-Id`.' }),
        sinceTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only changes from then on.' }),
      },
      resolve: (_, args, context, info) =>
        findAuditEntries(context.deps, args, selectionOf(context, info, { entryId: true })),
    },
    ...connectionOf('AuditEntry', 'changes'),
  ),
);
