import type { z } from 'zod';
import { faultsIn } from '../core/check-input.ts';
import type { Fault } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { startTimestampOf } from './auction-input.ts';
import { findStartFault } from './start-notice.ts';

/**
 * Returns every fault of an input about an auction. PostgreSQL's clock is read only if another fault refuses the
 * request already: the statement that writes a valid input also checks its start, at the instant at which it writes.
 *
 * @param raw the arguments as they came
 * @returns an empty list if only the clock or the auction's state can still refuse
 */
export async function auctionFaults(
  connection: Connection,
  viewer: Viewer,
  schema: z.ZodType,
  raw: unknown,
): Promise<Fault[]> {
  const faults = faultsIn(schema, raw);
  if (faults.length === 0) return faults;
  const start = startTimestampOf(raw);
  if (start === null) return faults;
  const startFault = await findStartFault(connection, viewer, start);
  return startFault === null ? faults : [...faults, startFault];
}
