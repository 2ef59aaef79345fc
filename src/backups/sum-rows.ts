import { createHash } from 'node:crypto';
import type { Sum } from './backup-file.ts';

/** Computes the count and checksum of a table's rows. */
export interface Adder {
  add(row: Buffer): void;
  sum(): Sum;
}

export function sumRows(): Adder {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(row) {
      hash.update(row);
      rows += 1;
    },
    sum: () => ({ rows, sha256: hash.copy().digest('hex') }),
  };
}

export function isSameSum(one: Sum | undefined, other: Sum | undefined): boolean {
  return one !== undefined && one.rows === other?.rows && one.sha256 === other.sha256;
}
