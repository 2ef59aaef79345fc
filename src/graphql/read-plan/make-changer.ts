import {
  getNullableType,
  getVariableValues,
  type GraphQLField,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { Shown } from '../../auctions/shown-auction.ts';
import type { Config } from '../../config.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../deps.ts';
import { timed } from '../timed-root-fields.ts';
import type { ReadOperation } from './make-reader.ts';
import { planEnvelope, planningFor, type Variables } from './plan-read.ts';
import type { ChangedAuction, Plannable } from './plannable.ts';
import { around, idOf } from './read-statement.ts';

/**
 * Runs an operation that changes one auction, and answers with the JSON that the statement which changes it makes of it.
 *
 * @returns `null` where it is for the resolvers
 * @throws Refusal as they do
 */
export type Changer = (deps: Deps, viewer: Viewer, operation: ReadOperation) => Promise<ChangedAuction | null>;

interface ChangePlan {
  readonly scopes: ReadonlySet<Scope>;
  readonly run: (deps: Deps, viewer: Viewer, variables: Variables) => Promise<ChangedAuction>;
}

/** For documents that are few: PostgreSQL keeps the statement of each. */
export function makeChanger(schema: GraphQLSchema, config: Pick<Config, 'publicUrl'>): Changer {
  const plans = new Map<OperationDefinitionNode, ChangePlan | null>();
  return async (deps, viewer, { document, operation, variables: given }) => {
    const { coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
    if (variables === undefined) return null;
    let plan = plans.get(operation);
    if (plan === undefined) {
      plan = planChange(schema, config, { document, operation, variables });
      plans.set(operation, plan);
    }
    if (plan === null || !plan.scopes.isSubsetOf(viewer.scopes)) return null;
    return await plan.run(deps, viewer, variables);
  };
}

function planChange(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  { document, operation, variables }: ReadOperation,
): ChangePlan | null {
  const mutation = schema.getMutationType()!;
  const planning = planningFor(schema, config, document, variables);
  const [nodes, ...others] = planning.rootFields(mutation, operation).values();
  const definition = mutation.getFields()[nodes![0]!.name.value]! as GraphQLField<unknown, unknown>;
  const { change, scope } = definition.extensions as Plannable;
  const type = getNullableType(definition.type);
  if (others.length > 0 || change === undefined || !isObjectType(type)) return null;
  if (scope !== undefined) planning.scopes.add(scope);
  const selection = planEnvelope(planning, type, nodes!);
  if (selection === null) return null;
  const json = around(selection.envelope, { item: selection.sql, done: `'true'` });
  const shown: Shown<ChangedAuction> = { name: `json-${idOf(selection)}`, columns: { auctionId: 'auction_id', json } };
  const run = timed(`${mutation.name}.${definition.name}`, change);
  return {
    scopes: planning.scopes,
    run: (deps, viewer, given) => run(deps, viewer, getArgumentValues(definition, nodes![0]!, given) as never, shown),
  };
}
