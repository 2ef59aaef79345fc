import type { App } from '../src/app.ts';
import { ask } from './ask.ts';
import type { ListOperation } from './list-operations.ts';
import { planFaults } from './plan-faults.ts';
import type { Sample } from './sample-sellers.ts';
import type { RunStatement, WatchedDatabase } from './watch-plans.ts';

export interface ExplainedOperation {
  readonly body: string;
  readonly statements: readonly RunStatement[];
  /** Why it would not stay flat; empty when it does. */
  readonly faults: readonly string[];
}

/** Asks once and judges the plan of every statement that PostgreSQL ran for it. */
export async function explainOperation(
  { during }: WatchedDatabase,
  app: App,
  operation: ListOperation,
  sample: Sample,
): Promise<ExplainedOperation> {
  let body = '';
  const statements = await during(async () => ({ body } = await ask(app, operation, sample)));
  return { body, statements, faults: statements.flatMap((statement) => planFaults(statement, operation.rows)) };
}
