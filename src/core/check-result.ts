/** The result of one check of `doctor`. */
export interface CheckResult {
  /** `fault`: it will not work, or loses what it must not. `notice`: it works, and could do better. */
  readonly verdict: 'fine' | 'notice' | 'fault';
  /** The thing that was checked, in words. */
  readonly subject: string;
  /** The result as a sentence. */
  readonly found: string;
  /** The remedy; `null` if nothing has to be done. */
  readonly remedy: string | null;
}

export function fine(subject: string, found: string): CheckResult {
  return { verdict: 'fine', subject, found, remedy: null };
}

export function notice(subject: string, found: string, remedy: string): CheckResult {
  return { verdict: 'notice', subject, found, remedy };
}

export function fault(subject: string, found: string, remedy: string): CheckResult {
  return { verdict: 'fault', subject, found, remedy };
}
