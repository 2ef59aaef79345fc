import { invalidValue } from '../core/refusal.ts';

/** The names of the types with an `id`. */
export const identified = new Set<string>();

/**
 * Reads an `id`: the name of its type and its id there, as Relay's plugin composes them.
 *
 * @throws Refusal `invalid_request` for any other text
 */
export function decodeGlobalID(globalId: string): { typename: string; id: string } {
  const [, typename = '', id = ''] = /^(\w+):(.+)$/s.exec(Buffer.from(globalId, 'base64').toString()) ?? [];
  if (!identified.has(typename)) throw invalidValue('/id', 'Must be the "id" of an object, as an answer showed it.');
  return { typename, id };
}
