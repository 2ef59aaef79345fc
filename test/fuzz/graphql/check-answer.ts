import { type DocumentNode, type GraphQLSchema, parse, validate } from 'graphql';
import { faultCodes, refusalCodes } from '../../../src/core/refusal.ts';
import type { Answer } from '../../support/answer.ts';
import { shapeFaults } from './check-shape.ts';
import type { Draft } from './draft.ts';

const possibleStatuses = [200, 400, 401, 403, 413];
const neverSeen = ['internal_error', 'unavailable'];

/** The only reasons to refuse a whole operation that is valid by its schema: our limits, and its variables. */
const ownReasons = /^(The (operation|document) |Variable "\$|"variables"|Expected "variables" param )/;

/**
 * Whatever was asked: no breakdown, every error told in our words, and data that is what the schema promises.
 *
 * @throws what is wrong
 */
export function checkAnswer(schema: GraphQLSchema, draft: Draft, { status, headers, body: flat, text }: Answer): void {
  const faults: string[] = [];
  // The payloads of mutations are checked as they came.
  const body = flat === null ? null : JSON.parse(text);
  // A subscription that cannot begin is answered with the status of its refusal.
  const isUnknownThing = status === 404 && draft.operation === 'subscription';
  if (!possibleStatuses.includes(status) && !isUnknownThing) faults.push(`status ${status}`);
  if (typeof body !== 'object' || body === null) {
    throw new Error(`status ${status}, no JSON: ${text.slice(0, 500)}`);
  }
  for (const key of Object.keys(body)) if (!['data', 'errors'].includes(key)) faults.push(`a key ${key}`);
  const errors: any[] = body.errors ?? [];
  if (body.errors !== undefined && errors.length === 0) faults.push('no error in "errors"');
  for (const error of errors) faults.push(...errorFaults(error, headers.get('x-request-id')));
  if (body.data == null && errors.length === 0) faults.push('neither data nor an error');
  if (status !== 200 && body.data !== undefined) faults.push(`data with status ${status}`);

  const document = validDocument(schema, draft.text);
  if (document === null && (errors.length === 0 || body.data !== undefined)) faults.push('an invalid document was run');
  if (document !== null && body.data != null) {
    const variables = (draft.variables ?? {}) as Record<string, unknown>;
    faults.push(...shapeFaults(schema, document, variables, body.data));
  }
  // A subscription that cannot begin has no path to tell of.
  if (document !== null && draft.operation !== 'subscription') {
    for (const { path, message, extensions } of errors) {
      if (path === undefined && extensions.code === 'invalid_request' && !ownReasons.test(message)) {
        faults.push(`a valid document was refused: ${message}`);
      }
    }
  }
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${text.slice(0, 2_000)}`);
}

function errorFaults(error: any, requestId: string | null): string[] {
  const { message, locations, path, extensions, ...others } = error;
  const at = JSON.stringify(error).slice(0, 500);
  const faults = [
    ...(typeof message === 'string' && message !== '' ? [] : ['no message']),
    ...(Object.keys(others).length === 0 ? [] : ['keys of its own']),
    ...(refusalCodes.includes(extensions?.code) && !neverSeen.includes(extensions.code) ? [] : ['no code of ours']),
    ...(extensions?.requestId === requestId ? [] : ['no requestId']),
    ...(path === undefined || (Array.isArray(path) && path.length > 0) ? [] : ['no path']),
    ...((locations ?? []).every(({ line, column }: any) => line > 0 && column > 0) ? [] : ['no place']),
    ...(extensions?.errors ?? [])
      .filter(({ pointer, code, detail }: any) => !/^(\/.+)?$/.test(pointer) || !faultCodes.includes(code) || !detail)
      .map((fault: unknown) => `the fault ${JSON.stringify(fault)}`),
  ];
  return faults.map((fault) => `${fault} in the error ${at}`);
}

function validDocument(schema: GraphQLSchema, text: string): DocumentNode | null {
  try {
    const document = parse(text);
    return validate(schema, document).length === 0 ? document : null;
  } catch {
    return null;
  }
}
