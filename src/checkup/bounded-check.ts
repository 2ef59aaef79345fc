import { type CheckResult, fault } from '../core/check-result.ts';
import { within } from '../core/within.ts';

/** Longer than all that a check itself waits for. */
const limitMs = 20_000;

/** PostgreSQL's code for a right that the role lacks. */
const insufficientPrivilege = '42501';

/**
 * Runs a check, but not for ever. A check that fails, or that takes too long, is a fault with a remedy: the others still
 * have their results.
 */
export async function boundedCheck(
  subject: string,
  check: () => CheckResult[] | Promise<CheckResult[]>,
  maxMs = limitMs,
): Promise<CheckResult[]> {
  try {
    return await within(maxMs, Promise.resolve(check()));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === insufficientPrivilege) {
      const remedy =
        'Let the address name the role that owns the tables, the one that "npm run migrate" runs as, or grant this role what is missing.';
      return [fault(subject, `The role lacks a right: ${message}.`, remedy)];
    }
    return [fault(subject, `It could not be checked: ${message || code}`, 'See whether it answers, and how fast.')];
  }
}
