import type { PlanNode, RunStatement } from '../../support/watch-plans.ts';

/** A statement, and what the largest of its runs has read. */
export interface Reading {
  readonly rows: number;
  /** Each scan of its plan, with its rows. */
  readonly scans: readonly string[];
}

/** Counts the rows that each statement has read, by its text. */
export function rowsRead(statements: readonly RunStatement[]): Map<string, Reading> {
  const largest = new Map<string, Reading>();
  for (const { text, plan } of statements) {
    const statement = text.replaceAll(/\s+/g, ' ').trim();
    const scans = scansOf(plan);
    const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
    if (rows < (largest.get(statement)?.rows ?? 0)) continue;
    largest.set(statement, { rows, scans: scans.map((scan) => `${scan.rows} by ${scan.name}`) });
  }
  return largest;
}

function scansOf(node: PlanNode): { name: string; rows: number }[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const name = node['Index Name'] ?? node['Relation Name'];
  // What changes a table names it, too.
  if (!node['Node Type'].endsWith('Scan') || name === undefined) return below;
  const perLoop =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return [{ name: `${node['Node Type']} of ${name}`, rows: Math.round(perLoop * node['Actual Loops']) }, ...below];
}
