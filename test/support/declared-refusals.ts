import { planOf } from '#one-statement/field-plan.ts';
import { refusalsOfAny, refusalsOfKeyedChanges } from '../../src/core/refusal.ts';
import type { Answer } from './answer.ts';
import { rootFieldsOf } from './root-fields.ts';

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
    const fields = rootFieldsOf(query).filter((each) => each.key === key);
    const declared = fields.flatMap(({ field }) => planOf(field).refuses.codes ?? []);
    if (!declared.some((each) => each === code)) throw new Error(`${code} is not declared of ${key} in ${query}`);
  }
}
