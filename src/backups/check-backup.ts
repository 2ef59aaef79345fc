import { CannotStart } from '../core/cannot-start.ts';
import { type Beginning, type Ending, readBackup, type Sum } from './backup-file.ts';
import { isSameSum, sumRows } from './sum-rows.ts';

/**
 * Reads a whole backup and compares its checksums.
 *
 * @throws CannotStart when it is incomplete or damaged
 */
export async function checkBackup(file: string): Promise<Beginning & Ending> {
  const reader = await readBackup(file);
  const sums: Record<string, Sum> = {};
  for await (const { table, rows } of reader.tables()) {
    const adder = sumRows();
    for await (const row of rows) adder.add(row);
    sums[table] = adder.sum();
  }
  const { tables } = reader.ending();
  const names = new Set([...Object.keys(tables), ...Object.keys(sums)]);
  const spoilt = [...names].filter((name) => !isSameSum(tables[name], sums[name]));
  if (spoilt.length > 0) throw new CannotStart(`${file} is damaged: ${spoilt.join(', ')} is not as it was written.`);
  return { ...reader.beginning, tables };
}
