import { askDueRefunds } from '../reversals/ask-due-refunds.ts';
import { readDueReversals } from '../../src/settlement/reversals/read-reversals.ts';
import { openDueAuctions } from '../../src/auctions/open-auctions.ts';
import { claimKeptCards, deleteKeptCard } from '../../src/payments/holds/delete-kept-card.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { inProcess, type MortalProcess } from './mortal-process.ts';
import type { Work } from './steps.ts';

/** What a worker does now and then, whichever of its parts it is. */
export async function doWork(work: Work, process: MortalProcess): Promise<void> {
  const { deps } = process;
  await survive(process, () =>
    inProcess(process, async () => {
      if (work === 'finish' || work === 'everything') await finishAuthorizations(deps);
      if (work === 'turn' || work === 'everything') await openDueAuctions(deps.db);
      if (work === 'settle' || work === 'everything') await settleDueAuctions(deps);
      if (work === 'refund' || work === 'everything') await askDueRefunds(deps);
      if (work !== 'everything') return;
      await finishAuthorizations(deps);
      await readDueReversals(deps);
      for (const card of await claimKeptCards(deps.db, 100)) await deleteKeptCard(deps, card);
    }),
  );
}

/** @returns what came of the work; `null` where the process has died of it */
export async function survive<Result>(process: MortalProcess, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (process.isDead) return null;
    throw error;
  }
}
