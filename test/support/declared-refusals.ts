import { Kind, parse } from 'graphql';
import { type FieldPlan, planOf } from '#one-statement/field-plan.ts';
import { collectFields } from '../../src/api/limits/limit-selections.ts';
import { fragmentsOf } from '#one-statement/fragments-of.ts';
import { refusalsOfAny, refusalsOfKeyedChanges } from '../../src/core/refusal.ts';
import { schema } from '../../src/graphql/schema.ts';
import type { Answer } from './answer.ts';

const ofAny: ReadonlySet<string> = new Set([...refusalsOfAny, ...refusalsOfKeyedChanges]);

/**
 * Fails a test whose answer refuses a root field with a code that the schema does not declare of it: whatever a test provokes, front
 * ends were told of.
 */
export function expectDeclaredRefusals(query: string, { body }: Answer): void {
  const errors: { path?: readonly string[]; extensions?: { code?: string } }[] = body?.errors ?? [];
  for (const { path: [key] = [], extensions } of errors) {
    const code = extensions?.code;
    if (key === undefined || code === undefined || ofAny.has(code)) continue;
    const names = fieldsNamed(query, key);
    const declared = names.flatMap(({ refuses: { codes = [] } }) => codes);
    if (!declared.some((each) => each === code)) throw new Error(`${code} is not declared of ${key} in ${query}`);
  }
}

function fieldsNamed(query: string, key: string): FieldPlan[] {
  const document = parse(query);
  const fragments = fragmentsOf(document);
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const root = schema.getRootType(definition.operation)!;
    const selections = [{ set: definition.selectionSet, type: root, around: null }];
    const selected = collectFields(schema, (name) => fragments[name], selections).get(key) ?? [];
    return selected.map(({ node }) => planOf(root.getFields()[node.name.value] ?? {}));
  });
}
