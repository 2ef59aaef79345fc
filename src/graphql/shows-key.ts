import type { DocumentNode, GraphQLSchema } from 'graphql';
import { hasMarkedField } from './has-marked-field.ts';

/** Marks a mutation whose answer holds an API key, so that it must be stored nowhere: `...showingKey(needs('admin'))`. */
export function showingKey<Options extends { extensions: object }>(options: Options) {
  return { ...options, extensions: { ...options.extensions, showsKey: true } };
}

/** Whether a document has a field that is marked so. */
export function showsKey(schema: GraphQLSchema, document: DocumentNode): boolean {
  return hasMarkedField(schema, document, 'showsKey');
}
