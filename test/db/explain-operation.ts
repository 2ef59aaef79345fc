import type { App } from '../../src/operations/http/routes.ts';
import { planFaults } from '../support/plan-faults.ts';
import type { RunStatement, WatchedDatabase } from '../support/watch-plans.ts';
import type { ListOperation } from './list-operations.ts';
import type { Sample } from './sample-sellers.ts';

export interface ExplainedOperation {
  readonly body: string;
  readonly statements: readonly RunStatement[];
  /** Why it would not stay flat; empty when it does. */
  readonly faults: readonly string[];
}

/** Sends the operation once and judges the plan of every statement that PostgreSQL ran for it. */
export async function explainOperation(
  { during }: WatchedDatabase,
  app: App,
  { name, status, rows, ask }: ListOperation,
  sample: Sample,
): Promise<ExplainedOperation> {
  let body = '';
  const statements = await during(async () => {
    const response = await app.fetch(ask(sample));
    body = await response.text();
    if (response.status !== status) throw new Error(`${name} answered ${response.status}: ${body}`);
  });
  return { body, statements, faults: statements.flatMap((statement) => planFaults(statement, rows)) };
}
