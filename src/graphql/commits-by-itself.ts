import type { DocumentNode, GraphQLSchema } from 'graphql';
import { hasMarkedField } from './has-marked-field.ts';

/**
 * Marks a mutation that cannot be a part of a transaction around it, because it asks payment providers or commits step by
 * step: `...committingByItself(needs('auctions:write'))`.
 */
export function committingByItself<Options extends { extensions: object }>(options: Options) {
  return { ...options, extensions: { ...options.extensions, commitsByItself: true } };
}

/** Whether a document has a field that is marked so. */
export function commitsByItself(schema: GraphQLSchema, document: DocumentNode): boolean {
  return hasMarkedField(schema, document, 'commitsByItself');
}
