import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { schema } from './schema.ts';

/** Returns the text of `schema.graphql`. */
export function printedSchema(): string {
  // A blank line before each description, as GraphQL's own printer, which knows of no directives, has it.
  return `${printSchemaWithDirectives(schema).replace(/([^\n{(])\n( +""")/g, '$1\n\n$2')}\n`;
}
