import type { z } from 'zod';
import { faultsIn } from '../core/check-input.ts';
import type { Fault } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { namesStart, startFaults } from './auction-input.ts';
import { readClock } from '../db/seller-clock.ts';

/**
 * Every fault of what a caller says about an auction. The clock is asked only where there is a fault
 * already: a sound input is judged by the statement that writes it, at the instant at which it is written.
 *
 * @param raw the arguments as they came
 * @returns an empty list when only the clock or the auction's state can still object
 */
export async function auctionFaults(
  connection: Connection,
  { sellerId }: Viewer,
  schema: z.ZodType,
  raw: unknown,
): Promise<Fault[]> {
  const faults = faultsIn(schema, raw);
  if (faults.length === 0 || !namesStart(raw)) return faults;
  return [...faults, ...startFaults(raw, await readClock(connection, sellerId))];
}
