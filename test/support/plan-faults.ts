import type { PlanNode, RunStatement } from './watch-plans.ts';

/** What a plan may read beyond the rows that were asked for: the few that are due and wait for a worker, parents, keys. */
const allowance = 200;

/**
 * What keeps a statement from being flat: a scan of a whole table, or more rows read than an index in the order of the
 * list would have led to. Nothing above the scans sorts or joins more than they read.
 *
 * @param rows what the caller asked for
 */
export function planFaults({ text, plan }: RunStatement, rows: number): string[] {
  return scansOf(plan).flatMap((scan) => {
    const read = rowsRead(scan);
    const fault = scan['Node Type'].endsWith('Seq Scan')
      ? `reads all of ${scan['Relation Name']}`
      : read > rows + allowance
        ? `reads ${read} rows for ${rows} by ${nameOf(scan)}`
        : null;
    return fault === null ? [] : [`${fault}: ${text.replaceAll(/\s+/g, ' ').trim()}`];
  });
}

/** Returns the nodes of a plan that read a table or an index. */
export function scansOf(node: PlanNode): PlanNode[] {
  const reads = node['Relation Name'] !== undefined || node['Index Name'] !== undefined;
  // What changes a table names it, too.
  const own = reads && node['Node Type'].endsWith('Scan') ? [node] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

function rowsRead(scan: PlanNode): number {
  const perLoop =
    scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0) + (scan['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(perLoop * scan['Actual Loops']);
}

function nameOf(scan: PlanNode): string {
  return scan['Index Name'] ?? scan['Relation Name']!;
}
