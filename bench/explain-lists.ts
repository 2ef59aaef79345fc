import { explainOperation } from './explain-operation.ts';
import { explainSweep } from './explain-sweep.ts';
import { cancelOperation, createOperation, readOperations, updateOperation } from './list-operations.ts';
import { openService } from './open-service.ts';
import { describePlan } from './plan-faults.ts';
import type { Sample } from './sample-sellers.ts';
import { isPossible, type SeededDatabase } from './seed-database.ts';
import { type RunStatement, watchPlans } from './watch-plans.ts';

/**
 * The plans of all operations, each asked once.
 *
 * @returns `report`: a Markdown list; `faults`: why lists would not stay flat
 */
export async function explainLists(database: SeededDatabase): Promise<{ report: string; faults: string[] }> {
  const { samples, url } = database;
  await using watched = await watchPlans(url);
  await using service = openService(watched.db);
  const faults: string[] = [];
  const lines: string[] = [];
  const note = (name: string, explained: { statements: readonly RunStatement[]; faults: readonly string[] }) => {
    const plans = explained.statements.map(describePlan).filter((plan) => plan !== '');
    lines.push(`- ${name}`, ...plans.map((plan) => `  - ${plan}`));
    faults.push(...explained.faults.map((fault) => `${name} ${fault}`));
  };

  for (const operation of readOperations) {
    if (!isPossible(operation, database)) continue;
    const sample = samples[operation.whose][0]!;
    note(
      `${operation.name} (${operation.whose} seller)`,
      await explainOperation(watched, service.app, operation, sample),
    );
  }
  const created = await explainOperation(watched, service.app, createOperation, samples.large[0]!);
  note(createOperation.name, created);
  const { auction } = JSON.parse(created.body) as { auction: { auctionId: string } };
  const own: Sample = { ...samples.large[0]!, auctionId: auction.auctionId };
  note(updateOperation.name, await explainOperation(watched, service.app, updateOperation, own));
  note(cancelOperation.name, await explainOperation(watched, service.app, cancelOperation, own));
  note('the sweep', await explainSweep(watched, service.deps));
  return { report: lines.join('\n'), faults };
}
