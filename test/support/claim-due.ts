import type { Connection } from '../../src/platform/db/database.ts';
import { type Claimed, claimUnfinished } from '../../src/payments/holds/claim.ts';
import { workKinds } from '../../src/payments/providers/work-kinds.ts';

/** Claims what is due of every kind, as a worker does. */
export async function claimDue(connection: Connection): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  for (const kind of workKinds) claimed.push(...(await claimUnfinished(connection, kind, 100)));
  return claimed;
}
