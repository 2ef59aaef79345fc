import {
  type FieldNode,
  getNullableType,
  type GraphQLField,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { Shown } from '../../auctions/shown-auction.ts';
import type { Config } from '../../config.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../deps.ts';
import { timed } from '../timed-root-fields.ts';
import { decidingVariables, mostKept, type ReadOperation } from './make-reader.ts';
import { planEnvelope, planningFor, type Variables } from './plan-read.ts';
import type { ChangedAuction, Plannable } from './plannable.ts';
import { around, idOf } from './read-statement.ts';

/**
 * Runs a mutation of a valid document that changes one auction, and answers with the JSON that the statement which changes it
 * makes of it. The statement sees for itself whether the viewer's key lives.
 *
 * @returns `null` where it is for the resolvers: nothing has been changed then
 * @throws Refusal as they do
 */
export type Changer = (deps: Deps, viewer: Viewer, operation: ReadOperation) => Promise<ChangedField | null>;

export interface ChangedField extends ChangedAuction {
  readonly key: string;
}

interface ChangePlan {
  readonly scopes: ReadonlySet<Scope>;
  readonly run: (deps: Deps, viewer: Viewer, variables: Variables) => Promise<ChangedField>;
}

export function makeChanger(schema: GraphQLSchema, config: Pick<Config, 'publicUrl'>): Changer {
  const plans = new WeakMap<OperationDefinitionNode, ChangePlan | null>();
  let kept = 0;
  return async (deps, viewer, asked) => {
    let plan = plans.get(asked.operation);
    if (plan === undefined) {
      plan = planChange(schema, config, asked, { isKept: kept < mostKept });
      if (plan !== null) kept += 1;
      plans.set(asked.operation, plan);
    }
    if (plan === null || !plan.scopes.isSubsetOf(viewer.scopes)) return null;
    try {
      return await plan.run(deps, viewer, asked.variables);
    } finally {
      deps.db.replica?.noteWrite(viewer.sellerId);
    }
  };
}

/** @param options.isKept whether PostgreSQL is to keep the statement's own plan */
function planChange(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  { document, operation, variables }: ReadOperation,
  { isKept }: { isKept: boolean },
): ChangePlan | null {
  const field = onlyField(operation);
  if (field === null || decidingVariables(document).length > 0) return null;
  const mutation = schema.getMutationType()!;
  const definition = mutation.getFields()[field.name.value] as GraphQLField<unknown, unknown> | undefined;
  const { change, scope } = (definition?.extensions ?? {}) as Plannable;
  const type = definition === undefined ? null : getNullableType(definition.type);
  if (definition === undefined || change === undefined || !isObjectType(type)) return null;

  const planning = planningFor(schema, config, document, variables);
  if (scope !== undefined) planning.scopes.add(scope);
  const selection = planEnvelope(planning, type, [field]);
  if (selection === null) return null;
  const json = around(selection.envelope, { item: selection.sql, done: `'true'` });
  const shown: Shown<ChangedAuction> = {
    name: isKept ? `json-${idOf(selection)}` : null,
    columns: { auctionId: 'auction_id', json },
  };
  const run = timed(`${mutation.name}.${definition.name}`, change);
  return {
    scopes: planning.scopes,
    run: async (deps, viewer, given) => {
      const changed = await run(deps, viewer, getArgumentValues(definition, field, given) as never, shown);
      return { key: keyOf(field), ...changed };
    },
  };
}

/** Not one that a directive may leave out. */
function onlyField({ operation, selectionSet }: OperationDefinitionNode): FieldNode | null {
  if (operation !== OperationTypeNode.MUTATION) return null;
  const [field, ...others] = selectionSet.selections;
  if (field?.kind !== Kind.FIELD || others.length > 0) return null;
  return (field.directives ?? []).length === 0 ? field : null;
}

/** What a field is called in the answer. */
export function keyOf({ alias, name }: FieldNode): string {
  return alias?.value ?? name.value;
}
