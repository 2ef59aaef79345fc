import { type Arguments, type FieldRefusals, planOf } from '#one-statement/field-plan.ts';
import type { InputFault } from '#one-statement/input-reading.ts';
import {
  defaultFieldResolver,
  getNamedType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { type FaultCode, Refusal, type RefusalCode } from '../../../core/refusal.ts';
import { setRefusalCode } from '../../../core/request-context.ts';
import { type Context, planRequestOf } from '../context.ts';

/** An error in a payload: something that the caller can put right. */
export interface UserError {
  readonly code: RefusalCode;
  /** The fault of the field; `null`: the error is about no single field. */
  readonly fault: FaultCode | null;
  readonly message: string;
  /** The field of the input, as the names and list positions that lead to it; `null`: the error is about no single field. */
  readonly path: readonly string[] | null;
}

/**
 * Decides whether a refused change is answered in its payload: if its input has faults, or if its field declares the code. Every other
 * error is one of the operation, which the client cannot handle.
 *
 * @param declared the codes that the field declares
 * @returns `null` for an error of the operation
 */
export function userErrorsOf(error: unknown, declared: readonly string[]): readonly UserError[] | null {
  if (!(error instanceof Refusal)) return null;
  const { code, faults, message } = error;
  if (!declared.includes(code) && (code !== 'invalid_request' || faults.length === 0)) return null;
  if (faults.length === 0) return [{ code, fault: null, message, path: null }];
  return faults.map((each) => ({ code, fault: each.code, message: each.detail, path: pathOf(each.pointer) }));
}

/** Returns the steps of a JSON pointer (RFC 6901), `null` if it points to the whole. */
function pathOf(pointer: string): readonly string[] | null {
  const [, ...steps] = pointer.split('/');
  return steps.length === 0 ? null : steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The payload of a change that was refused. */
class RefusedPayload {
  readonly errors: readonly UserError[];

  constructor(errors: readonly UserError[]) {
    this.errors = errors;
  }
}

/** Refuses malformed ids of arguments. */
export class MalformedIds extends Refusal {
  readonly #args: Arguments;

  /** @param args read but for these ids */
  constructor(faults: readonly InputFault[], args: Arguments) {
    super('invalid_request', {
      faults: faults.map(({ pointer, detail }) => ({
        pointer: pointer.replace(/^\/input\b/, ''),
        code: 'invalid_value',
        detail,
      })),
    });
    this.#args = args;
  }

  /** Returns the refusal of these ids and of all other faults that `check` finds. */
  async withOthers(check: (args: Arguments) => Promise<unknown>): Promise<Refusal> {
    try {
      await check(this.#args);
      return this;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const known = new Set(this.faults.map(({ pointer }) => pointer));
      // GraphQL has found unknown fields before: to a schema without the ids, they are unknown.
      const others = error.faults.filter(({ pointer, code }) => code !== 'unknown_field' && !known.has(pointer));
      return new Refusal('invalid_request', { faults: [...this.faults, ...others] });
    }
  }
}

type Resolver = GraphQLFieldResolver<unknown, Context>;

/** Makes the fields of Mutation answer user errors in their payloads, in place. A refused payload is null but for its `errors`. */
export function answeringInPayloads(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    field.resolve = answeringInPayload(field.resolve!, planOf(field).refuses);
    for (const part of Object.values((getNamedType(field.type) as GraphQLObjectType).getFields())) {
      part.resolve = unlessRefused(part.resolve ?? defaultFieldResolver);
    }
  }
  return schema;
}

function answeringInPayload(resolve: Resolver, { codes = [], check }: FieldRefusals): Resolver {
  return async (source, args, context, info) => {
    try {
      return await resolve(source, args, context, info);
    } catch (thrown) {
      const isOfIds = thrown instanceof MalformedIds && check !== undefined;
      const error = isOfIds ? await thrown.withOthers((read) => check(planRequestOf(context), read)) : thrown;
      const errors = userErrorsOf(error, codes);
      if (errors === null) throw error;
      const refusal = error as Refusal;
      context.refused.set(String(info.path.key), refusal);
      setRefusalCode(refusal.code);
      return new RefusedPayload(errors);
    }
  };
}

function unlessRefused(resolve: Resolver): Resolver {
  return (payload, args, context, info) => {
    if (!(payload instanceof RefusedPayload)) return resolve(payload, args, context, info);
    return info.fieldName === 'errors' ? payload.errors : null;
  };
}
