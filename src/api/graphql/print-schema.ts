import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { schema } from './schema.ts';
import type { GraphQLSchema } from 'graphql';

/** Returns the text of `schema.graphql`, or that of a part of the schema. */
export function printedSchema(of: GraphQLSchema = schema): string {
  // A blank line before each description, as GraphQL's own printer, which knows of no directives, has it.
  return `${printSchemaWithDirectives(of).replace(/([^\n{(])(\n +"""[^]*?""")/g, '$1\n$2')}\n`;
}
