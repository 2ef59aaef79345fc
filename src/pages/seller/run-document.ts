import type { Caller } from '../../api/caller.ts';
import { makePrepare } from '../../api/prepare.ts';
import { refusalOf } from '../../core/outage.ts';
import type { Fault, RefusalCode } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../payments/deps.ts';
import { notInFlight } from '../../platform/limits/answers-in-flight.ts';
import { showErrors } from '../../api/graphql/errors/show-errors.ts';
import { sellersSchema } from '../../api/graphql/schema-parts.ts';
import { refusedResult, runGraphql } from '../../api/graphql/transport/run-graphql.ts';
import type { UserError } from '../../api/graphql/errors/user-errors.ts';
import type { AnsweredError, DocumentAnswer } from './seller-page.ts';

/** A document, and who asks. */
interface DocumentRequest {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewer: Viewer;
  readonly requestId: string;
  /** The key under which a mutation counts once; `null`: each time. */
  readonly idempotencyKey: string | null;
  /** Charges the budget of the request. */
  readonly charge: (points: number) => void;
}

/** Runs documents as `/graphql` does, in this process, on the part of the schema that sellers see. */
export function makeRunDocument(deps: Deps) {
  const prepare = makePrepare(sellersSchema, deps.config);
  return async <Data>({ document, variables, ...request }: DocumentRequest): Promise<DocumentAnswer<Data>> => {
    const { viewer, requestId, idempotencyKey, charge } = request;
    const found = prepare(document);
    const prepared = found.operation(null);
    if (prepared === null)
      throw new Error('A document of a page is invalid.', { cause: found.failure ?? found.errors[0] });
    const known = { ...viewer, requestId };
    // The session's statement has checked the key of this request.
    const caller: Caller = { viewer: known, verify: () => Promise.resolve(known), charge, inFlight: notInFlight };
    const params = { query: document, variables: variables as Record<string, unknown> };
    const result = await runGraphql(deps, { prepared, caller, requestId, params, idempotencyKey }).catch(
      (error: unknown) => refusedResult(refusalOf(error)),
    );
    const shown = showErrors(result, { log: deps.log, requestId });
    const text = 'stringify' in result && shown.errors === undefined ? result.stringify?.() : undefined;
    const { data = null, errors = [] } = JSON.parse(text ?? JSON.stringify(shown)) as RawAnswer<Data>;
    return {
      data,
      errors: [
        ...errors.map(({ message, extensions: { code, errors: faults = [] } }) => ({ code, message, faults })),
        ...Object.values(data ?? {}).flatMap(errorsInPayload),
      ],
    };
  };
}

/** Returns the errors in a payload as those of an operation are shown: the faults of an input are one error. */
function errorsInPayload(value: unknown): AnsweredError[] {
  const { errors = [] } = (value ?? {}) as { readonly errors?: readonly UserError[] };
  const faults = errors.flatMap(({ fault, message, path }) =>
    fault === null ? [] : [{ pointer: (path ?? []).map((step) => `/${step}`).join(''), code: fault, detail: message }],
  );
  return errors.slice(0, 1).map(({ code, message }) => ({ code, message, faults }));
}

interface RawAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: RefusalCode; readonly errors?: readonly Fault[] };
  }[];
}
