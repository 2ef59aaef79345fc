import { expect } from 'vitest';
import type { CheckResult } from '../../src/core/check-result.ts';

/** Each subject and its verdict. */
export function verdicts(findings: readonly CheckResult[]): Record<string, string> {
  // Whoever reads of something that is not fine is told what to do.
  for (const { verdict, remedy } of findings) expect(remedy === null).toBe(verdict === 'fine');
  return Object.fromEntries(findings.map(({ subject, verdict }) => [subject, verdict]));
}
