import { execute, type ExecutionResult, type FieldNode, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Precondition } from '../auctions/precondition.ts';
import { waitForCapture } from '../auctions/wait-for-capture.ts';
import { Refusal, type RefusalCode } from '../core/refusal.ts';
import { missingScope, type Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import type { Answer } from '../idempotency/stored-answer.ts';
import { withIdempotencyKey } from '../idempotency/with-idempotency-key.ts';
import type { Caller } from './caller.ts';
import { limits } from './limits/operation-limits.ts';
import { type FieldAnswer, lengthOf, type Plan, type PlannedField, type Variables } from './plans/plan.ts';
import type { Prepared } from './prepare.ts';

/** The result of an operation. */
export type Outcome =
  /** The root fields as JSON. */
  | { readonly kind: 'fields'; readonly fields: readonly (FieldAnswer & { readonly node: FieldNode })[] }
  /** An error of one field, or without a field of the whole request. */
  | { readonly kind: 'failure'; readonly error: unknown; readonly field: FieldNode | null }
  /** The result of the resolvers. */
  | { readonly kind: 'result'; readonly result: ExecutionResult; readonly context: object };

/** An answer, in pieces if it may be long. */
export type GivenAnswer = Omit<Answer, 'body'> & { readonly body: string | readonly string[] };

/** A prepared operation, and its caller. */
export interface OperationRequest<Given extends GivenAnswer> {
  readonly prepared: Prepared;
  readonly caller: Caller;
  readonly requestId: string;
  /** The variables as GraphQL coerces them. */
  readonly variables: Variables;
  /**
   * Checks the request, and returns all of its variables.
   */
  readonly check?: (deps: Deps) => Promise<Variables>;
  /**
   * Reads the condition of a change of one auction, for an operation that runs by its plan.
   *
   * @throws Refusal if the condition does not hold already
   */
  readonly precondition?: ((deps: Deps, viewer: Viewer, variables: Variables) => Promise<Precondition>) | null;
  /** The variables as they came, for the resolvers. */
  readonly rawVariables?: Variables;
  readonly idempotency: { readonly key: string; readonly fingerprint: () => Buffer | Promise<Buffer> } | null;
  /**
   * Makes the answer of an outcome.
   *
   * @param isUndone true if the operation's changes are rolled back
   */
  readonly answer: (outcome: Outcome, isUndone: boolean) => Given;
}

export type Run = <Given extends GivenAnswer>(request: OperationRequest<Given>) => Promise<Given | ReplayedAnswer>;

export type ReplayedAnswer = Answer & { readonly isReplay: true };

/** Reads the rows of a planned root field for its resolver, by the field's name in the answer. */
export type ReadPlanned = (responseKey: string) => Promise<unknown>;

/** Makes the context of the schema's resolvers. */
export type MakeContext = (deps: Deps, viewer: Viewer | null, requestId: string, readPlanned: ReadPlanned) => object;

/** A repetition of the request may succeed. */
const isTransient = new Set<RefusalCode>(['unavailable', 'payments_unavailable', 'insufficient_scope']);

/**
 * Runs prepared operations by their plan, or by GraphQL where a field has a resolver, for every way over HTTP. The key
 * is trusted or verified, scopes are required, and idempotency keys are honoured here.
 */
export function makeRun(deps: Deps, { schema, makeContext }: { schema: GraphQLSchema; makeContext: MakeContext }): Run {
  async function outcomeOf(its: Deps, plan: Plan, request: OperationRequest<GivenAnswer>): Promise<Outcome> {
    const { prepared, caller, requestId, rawVariables = {} } = request;
    let { variables } = request;
    let precondition: Precondition | null = null;
    const { viewer } = caller;
    // Without a field to read, no statement would check the key.
    const isPlanned = viewer !== null && plan.way === 'planned' && plan.fields.size > 0;
    // Checked before the request's faults: a caller without the scope learns nothing.
    const lacking = isPlanned && [...plan.fields.values()].find(({ scopes }) => !scopes.isSubsetOf(viewer.scopes));
    if (lacking) {
      const [scope] = lacking.scopes.difference(viewer.scopes);
      return { kind: 'failure', error: missingScope(scope!), field: lacking.node };
    }
    try {
      variables = (await request.check?.(its)) ?? variables;
      chargeOperation(caller, prepared.rowsFor(variables), prepared.mutations);
      if (request.precondition != null) precondition = await request.precondition(its, viewer!, variables);
    } catch (error) {
      return { kind: 'failure', error, field: null };
    }
    if (isPlanned) return await runPlan(its, viewer, plan, { variables, precondition });
    const verified = viewer !== null && plan.checksKey ? viewer : await caller.verify();
    const context = makeContext(its, verified, requestId, async (responseKey) => {
      const answer = await plan.fields.get(responseKey)!.run(its, verified!, variables);
      if (lengthOf(answer) > limits.answerCharacters) throw tooLong();
      return JSON.parse([answer.json].flat().join('')) as unknown;
    });
    const result = await execute({
      schema,
      document: prepared.document,
      operationName: prepared.operation.name?.value ?? null,
      variableValues: rawVariables,
      contextValue: context,
    });
    return { kind: 'result', result, context };
  }

  async function runPlan(
    its: Deps,
    viewer: Viewer,
    { fields }: Plan,
    given: { variables: Variables; precondition: Precondition | null },
  ): Promise<Outcome> {
    const running = [...fields.values()].map((field) => runField(its, viewer, field, given));
    const answers = running.length === 1 ? [await running[0]!] : await Promise.all(running);
    const failed = answers.find((answer) => 'error' in answer);
    if (failed !== undefined) return { kind: 'failure', error: failed.error, field: failed.node };
    const found = answers as (FieldAnswer & { node: FieldNode })[];
    const length = found.reduce((sum, answer) => sum + lengthOf(answer), 0);
    if (length > limits.answerCharacters) return { kind: 'failure', error: tooLong(), field: found[0]!.node };
    return { kind: 'fields', fields: found };
  }

  /** Waits for a capture under way between two attempts: none holds its transaction, and with it a connection and locks, meanwhile. */
  async function runKeyed<Given extends GivenAnswer>(
    plan: Plan,
    request: OperationRequest<Given>,
    idempotency: NonNullable<OperationRequest<Given>['idempotency']>,
  ): Promise<Given | ReplayedAnswer> {
    using wait = waitForCapture(deps.db);
    for (let mayWait = true; ;) {
      try {
        return await runOnce(plan, request, idempotency, mayWait);
      } catch (error) {
        if (!(error instanceof CaptureUnderWay)) throw error;
        mayWait = await wait.goesOn(error.auctionId);
      }
    }
  }

  /** @throws CaptureUnderWay if the caller may wait: the transaction was rolled back */
  async function runOnce<Given extends GivenAnswer>(
    plan: Plan,
    request: OperationRequest<Given>,
    { key, fingerprint }: NonNullable<OperationRequest<Given>['idempotency']>,
    mayWait: boolean,
  ): Promise<Given | ReplayedAnswer> {
    const { prepared, caller } = request;
    // A stored answer belongs to a key that was active then.
    const viewer = (await caller.verify())!;
    const { sellerId } = viewer;
    // The key needs the operation's scopes, too.
    const missing = prepared.missingScope(request.variables, viewer.scopes);
    if (missing !== null)
      return request.answer({ kind: 'failure', error: missingScope(missing.scope), field: missing.node }, true);
    const keyed = { sellerId, key, fingerprint: await fingerprint(), commitsByItself: prepared.commitsByItself };
    let given: Given | undefined;
    const stored = await withIdempotencyKey(deps, keyed, async (its) => {
      const outcome = await outcomeOf(its, plan, request);
      const capturing = capturingOf(outcome);
      if (capturing !== null && mayWait) throw new CaptureUnderWay(capturing);
      const fate = fateOf(outcome, () => prepared.rootKeys(request.variables));
      given = request.answer(outcome, fate === 'undone');
      const { status, headers, body } = given;
      const answer = { status, headers, body: typeof body === 'string' ? body : body.join('') };
      // Work that has committed already cannot be refused any more.
      if (fate === 'done' && !prepared.commitsByItself) refuseLongAnswer(answer.body);
      return { answer, isKept: fate === 'done' };
    });
    return stored.isReplay ? { ...stored, isReplay: true } : given!;
  }

  return (request) => {
    const { prepared, idempotency, variables } = request;
    const plan = prepared.planFor(variables);
    return prepared.observe(plan.way, async () =>
      idempotency === null
        ? request.answer(await outcomeOf(deps, plan, request), false)
        : await runKeyed(plan, request, idempotency),
    );
  };
}

/** A cancellation met a capture whose outcome is not known, and nothing else was done. */
class CaptureUnderWay extends Error {
  override name = 'CaptureUnderWay';

  readonly auctionId: string;

  constructor(auctionId: string) {
    super('A capture is under way.');
    this.auctionId = auctionId;
  }
}

/** @returns the auction whose capture is under way, if that is why the operation has done nothing; otherwise `null` */
function capturingOf(outcome: Outcome): string | null {
  if (outcome.kind === 'fields') return null;
  if (outcome.kind === 'failure') return outcome.error instanceof Refusal ? outcome.error.capturing : null;
  const { data, errors = [] } = outcome.result;
  if (data != null && Object.values(data).some((value) => value !== null)) return null;
  const refusal = errors.map(({ originalError }) => originalError).find((error) => error instanceof Refusal);
  return refusal?.capturing ?? null;
}

function runField(
  its: Deps,
  viewer: Viewer,
  { node, run }: PlannedField,
  { variables, precondition }: { variables: Variables; precondition: Precondition | null },
): Promise<{ node: FieldNode } & (FieldAnswer | { error: unknown })> {
  return run(its, viewer, variables, precondition).then(
    (answer) => ({ node, ...answer }),
    (error: unknown) => ({ node, error }),
  );
}

/**
 * Charges an operation for the rows that it may read, and for each change after the first.
 *
 * @throws Refusal `invalid_request` for too many rows
 */
function chargeOperation(caller: Caller, rows: number, mutations: number): void {
  const more = Math.floor(rows / limits.rowsPerRequest) + Math.max(0, mutations - 1);
  if (more > 0) caller.charge(more);
  if (rows <= limits.rows) return;
  const detail = `The operation may read ${rows} rows, of at most ${limits.rows}: ask for smaller pages, or in several requests.`;
  throw new Refusal('invalid_request', { detail });
}

/**
 * Refuses an answer that is too long to be stored: the work is rolled back.
 *
 * @throws Refusal `invalid_request`
 */
function refuseLongAnswer(body: string): void {
  const bytes = Buffer.byteLength(body);
  if (bytes <= limits.storedAnswerBytes) return;
  const detail = `The answer has ${bytes} bytes, of at most ${limits.storedAnswerBytes} under an Idempotency-Key: ask for fewer fields, or in several requests. Nothing was changed.`;
  throw new Refusal('invalid_request', { detail });
}

function tooLong(): Refusal {
  const detail = 'The answer is too large: ask for smaller pages, for fewer fields, or in several requests.';
  return new Refusal('invalid_request', { detail });
}

/**
 * Decides about the work of an operation under an idempotency key. What was `done` is stored with its answer: with the
 * refusals of its other fields, and those below it. Where nothing was done, because all of it was `refused`, the key is
 * free again. The work is `undone` if a part failed, or would succeed later.
 *
 * @param rootKeys returns the root fields in the order in which they run
 */
function fateOf(outcome: Outcome, rootKeys: () => readonly string[]): 'done' | 'refused' | 'undone' {
  if (outcome.kind === 'fields') return 'done';
  if (outcome.kind === 'failure') return outcome.error instanceof Refusal ? 'refused' : 'undone';
  const { data, errors = [] } = outcome.result;
  if (data === undefined) return 'refused';
  const hasFailed = errors.some((error) => {
    const { originalError: origin, path } = error;
    // GraphQL itself refuses the request if its error points into the document.
    if (!(origin instanceof Refusal)) return origin !== undefined && !(origin instanceof GraphQLError && origin.nodes);
    return origin.code === 'insufficient_scope' ? path?.length === 1 : isTransient.has(origin.code);
  });
  if (hasFailed) return 'undone';
  const keys = rootKeys();
  // After a field without an answer that must have one, no further field runs.
  const last = Math.max(...errors.map(({ path }) => keys.indexOf(String(path?.[0]))));
  const begun = data === null ? keys.slice(0, last + 1) : keys;
  const refused = new Set(errors.filter(({ path }) => path?.length === 1).map(({ path }) => path![0]));
  return begun.some((key) => !refused.has(key)) ? 'done' : 'refused';
}
