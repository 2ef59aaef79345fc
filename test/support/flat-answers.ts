import { getNamedType, isObjectType } from 'graphql';
import { Refusal } from '../../src/core/refusal.ts';
import type { UserError } from '../../src/api/graphql/errors/user-errors.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import type { Answer } from './answer.ts';
import { rootFieldsOf } from './root-fields.ts';

type Send = (path: string, init?: RequestInit) => Promise<Answer>;

/**
 * Makes a function read the payloads in answers of GraphQL as a client does that throws for `errors`: a payload of one object is the
 * object itself, and its errors are among those of the answer. `text` stays the answer as it came. `graphql/payloads.test.ts` tests the
 * payloads themselves.
 */
export function flatAnswers(send: Send): Send {
  return async (path, init) => {
    const answer = await send(path, init);
    const isGraphql = path === '/graphql' && typeof init?.body === 'string' && answer.body !== null;
    return isGraphql ? flatAnswer(init.body as string, answer) : answer;
  };
}

function flatAnswer(body: string, answer: Answer): Answer {
  const { query, operationName } = paramsOf(body);
  const { data, errors, ...rest } = answer.body ?? {};
  if (typeof query !== 'string' || data == null || typeof data !== 'object') return answer;
  const mutations = rootFieldsOf(query, operationName).filter(({ parent }) => parent === schema.getMutationType());
  if (mutations.length === 0) return answer;
  const flat: Record<string, unknown> = { ...data };
  const refused: object[] = [];
  for (const { key, field } of mutations) {
    const payload = data[key] as ({ errors?: readonly UserError[] } & Record<string, unknown>) | null | undefined;
    if (payload?.errors === undefined) continue;
    const { errors: own = [], ...parts } = payload;
    if (own.length > 0) refused.push(errorOf(key, own));
    const type = getNamedType(field.type);
    const names = isObjectType(type) ? Object.keys(type.getFields()).filter((name) => name !== 'errors') : [];
    const only = names[0] ?? '';
    const isOne = names.length === 1 && isObjectType(type) && isObjectType(getNamedType(type.getFields()[only]!.type));
    flat[key] = own.length > 0 ? null : isOne && only in parts ? parts[only] : parts;
  }
  const all = [...refused, ...(errors ?? [])];
  return { ...answer, body: { ...(all.length > 0 && { errors: all }), data: flat, ...rest } };
}

function paramsOf(body: string): { query?: unknown; operationName?: string | null } {
  try {
    return (JSON.parse(body) ?? {}) as object;
  } catch {
    return {};
  }
}

/** Returns the errors of a payload as one error of an operation has them: the faults of an input are one error. */
function errorOf(key: string, [first, ...more]: readonly UserError[]): object {
  const faults = [first!, ...more].flatMap(({ fault, message, path }) =>
    fault == null ? [] : [{ pointer: (path ?? []).map((step) => `/${step}`).join(''), code: fault, detail: message }],
  );
  const { code, message } = first!;
  const detail = faults.length > 0 ? new Refusal(code, { faults }).message : message;
  return { message: detail, path: [key], extensions: { code, ...(faults.length > 0 && { errors: faults }) } };
}
