import { type ExecutionArgs, type ExecutionResult, getOperationAST, OperationTypeNode } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { idempotencyKeyHeader, readIdempotencyKey } from '../idempotency/read-idempotency-key.ts';
import { requestFingerprint } from '../idempotency/request-fingerprint.ts';
import { withIdempotencyKey } from '../idempotency/with-idempotency-key.ts';
import { commitsByItself } from './commits-by-itself.ts';
import { type Context, makeContext } from './context.ts';
import { codeOfError, showErrors } from './show-errors.ts';
import { showsKey } from './shows-key.ts';

/**
 * A mutation with an idempotency key is done once; its repetition gets the same text again. Where some of its fields are
 * refused, what the others did stays, as without a key. A query has no use for one.
 */
export function idempotentMutations(deps: Deps): Plugin<Context> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { request, viewer } = args.contextValue;
      const header = request.headers.get(idempotencyKeyHeader);
      const { schema, document, operationName } = args as ExecutionArgs;
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== OperationTypeNode.MUTATION || header === null || viewer === null) return;
      const { key, faults } = readIdempotencyKey(header);
      if (key === null) throw new Refusal('invalid_request', { faults });
      // The answer is kept for its repetition, and a key is kept nowhere.
      if (showsKey(schema, document)) throw new Refusal('invalid_request', { faults: [keptNowhere] });
      setExecuteFn((its: ExecutionArgs) => executeOnce(deps, { viewer, key }, its, executeFn));
    },
  };
}

const keptNowhere: Fault = {
  pointer: idempotencyKeyHeader,
  code: 'invalid_value',
  detail:
    'The answer shows an API key, which is stored nowhere, not even for a repetition: send this without the header.',
};

async function executeOnce(
  deps: Deps,
  { viewer, key }: { viewer: Viewer; key: string },
  args: ExecutionArgs,
  execute: (args: ExecutionArgs) => unknown,
): Promise<ExecutionResult> {
  const { params, requestId } = args.contextValue as YogaInitialContext & Context;
  const request = {
    sellerId: viewer.sellerId,
    key,
    fingerprint: requestFingerprint({ method: 'POST', path: '/graphql', body: JSON.stringify(params) }),
    commitsByItself: commitsByItself(args.schema, args.document),
  };
  let result: ExecutionResult = {};
  const { status, headers, body, isReplay } = await withIdempotencyKey(deps, request, async (its) => {
    const contextValue = { ...(args.contextValue as object), ...makeContext(its, viewer, requestId) };
    // Incremental delivery is off, so that the result is one.
    result = (await execute({ ...args, contextValue })) as ExecutionResult;
    const isKept = isWorthKeeping(result);
    const text = isKept ? JSON.stringify(showErrors(result, { log: deps.log, requestId })) : '';
    return { answer: { status: 200, headers: {}, body: text }, isKept, isUndone: !isKept };
  });
  // Of work that is undone, nothing may look done.
  if (body === '') return result.data === undefined ? result : { ...result, data: null };
  const http = { status, headers: { ...headers, ...(isReplay && { 'idempotent-replayed': 'true' }) } };
  // The server sends the text as it is, first and again, and takes status and headers from here.
  return { data: {}, extensions: { http }, stringify: () => body } as ExecutionResult;
}

/**
 * Not where nothing ran, where something failed, or where the key lacked the right: then asking again may help. A refusal
 * below a field that did its work is kept with it.
 */
function isWorthKeeping({ data, errors = [] }: ExecutionResult): boolean {
  if (data === undefined) return false;
  return !errors.some((error) => {
    const code = codeOfError(error);
    if (code === 'insufficient_scope') return error.path?.length === 1;
    return code === 'internal_error' || code === 'unavailable';
  });
}
