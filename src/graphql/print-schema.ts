import { printSchema } from 'graphql';
import { schema } from './schema.ts';

/** Returns the text of `schema.graphql`. */
export function printedSchema(): string {
  return `${printSchema(schema)}\n`;
}
