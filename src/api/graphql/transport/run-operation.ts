import { execute, type ExecutionResult, type FieldNode, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { type Caller, chargeOperation, takeAnswers } from '../../caller.ts';
import { planOf } from '#one-statement/field-plan.ts';
import type { FieldAnswer, Plan, PlannedField, Variables } from '#one-statement/plan.ts';
import type { PlanRequest } from '../../plan-host.ts';
import type { Prepared } from '../../prepare.ts';
import type { Viewer } from '../../../core/viewer.ts';
import type { Deps } from '../../../payments/deps.ts';
import { type Context, makeContext } from '../context.ts';
import { userErrorsOf } from '../errors/user-errors.ts';
import { schemaFor } from '../schema-parts.ts';

/** The result of an operation. */
export type Outcome =
  /** The root fields, each as JSON or as its error. */
  | { readonly kind: 'fields'; readonly fields: readonly FieldOutcome[] }
  /** The result of the resolvers. */
  | { readonly kind: 'result'; readonly result: ExecutionResult; readonly context: Context };

export type FieldOutcome = { readonly node: FieldNode } & (FieldAnswer | { readonly error: unknown });

/** A prepared operation, and its caller. */
export interface OperationRequest {
  readonly prepared: Prepared;
  readonly plan: Plan<PlanRequest>;
  readonly caller: Caller;
  readonly requestId: string;
  /** The variables as GraphQL coerces them. */
  readonly variables: Variables;
  /** The variables as they came, for the resolvers. */
  readonly rawVariables: Variables;
}

/**
 * Runs an operation by its plan, or by GraphQL where a field has a resolver. The key is trusted or verified, and scopes
 * are required here.
 *
 * @throws Refusal `invalid_request` for an operation, or an answer, that is too large
 */
export async function runOperation(deps: Deps, request: OperationRequest): Promise<Outcome> {
  const { prepared, plan, caller, requestId, variables, rawVariables } = request;
  const { viewer } = caller;
  // Without a field to read, no statement would check the key. If a scope is missing, GraphQL leaves out the field that needs it.
  const mayReadAll = plan.selected.every(({ scopes }) => scopes.isSubsetOf(viewer?.scopes ?? new Set()));
  const isPlanned = mayReadAll && viewer !== null && plan.way === 'planned' && plan.fields.size > 0;
  const isChange = prepared.operation.operation === OperationTypeNode.MUTATION;
  const take = (answers: readonly FieldAnswer[]) => takeAnswers(caller, answers, isChange);
  const its = chargeOperation(deps, caller, prepared, variables);
  const planned = isPlanned ? await runPlan(its, viewer, plan, variables, take) : null;
  const refused = planned !== null && isChange ? refusedIn(prepared.schema, planned) : null;
  if (planned !== null && refused === null) return planned;
  const checksCaller = plan.checksCaller && mayReadAll && refused === null;
  const verified = viewer !== null && checksCaller ? viewer : await caller.verify();
  const { fields } = plan.way === 'planned' ? prepared.planForResolvers(variables) : plan;
  const context = makeContext(its, verified, requestId, async (responseKey) => {
    // GraphQL completes the payload of a planned change that was refused.
    if (refused !== null) throw refused;
    const answer = await fields.get(responseKey)!.run({ deps: its, viewer: verified! }, variables);
    take([answer]);
    return JSON.parse(answer.json.join('')) as unknown;
  });
  const result = await execute({
    // Introspection shows the caller's own part.
    schema: prepared.asksForSchema ? schemaFor(verified) : prepared.schema,
    document: prepared.document,
    operationName: prepared.operation.name?.value ?? null,
    variableValues: rawVariables,
    contextValue: context,
  });
  // No statement may have checked the key before a rule refused.
  if (context.refused.size > 0 && checksCaller) await caller.verify();
  return { kind: 'result', result, context };
}

async function runPlan(
  deps: Deps,
  viewer: Viewer,
  { fields }: Plan<PlanRequest>,
  variables: Variables,
  take: (answers: readonly FieldAnswer[]) => void,
): Promise<Extract<Outcome, { kind: 'fields' }>> {
  const running = [...fields.values()].map((field) => runField(deps, viewer, field, variables));
  const outcomes = running.length === 1 ? [await running[0]!] : await Promise.all(running);
  take(outcomes.flatMap((outcome) => ('error' in outcome ? [] : outcome)));
  return { kind: 'fields', fields: outcomes };
}

/** Returns the refusal of a planned change that its payload answers; `null` if nothing is refused. */
function refusedIn(schema: GraphQLSchema, { fields }: { readonly fields: readonly FieldOutcome[] }): Error | null {
  for (const field of fields) {
    if (!('error' in field)) continue;
    const definition = schema.getMutationType()!.getFields()[field.node.name.value]!;
    if (userErrorsOf(field.error, planOf(definition).refuses.codes ?? []) !== null) return field.error as Error;
  }
  return null;
}

/** A field without an answer leaves the others theirs. */
async function runField(
  deps: Deps,
  viewer: Viewer,
  { node, run }: PlannedField<PlanRequest>,
  variables: Variables,
): Promise<FieldOutcome> {
  return await run({ deps, viewer }, variables).then(
    (answer) => ({ node, ...answer }),
    (error: unknown) => ({ node, error }),
  );
}
