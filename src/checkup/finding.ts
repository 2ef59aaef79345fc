/** What was looked at, and what came of it. */
export interface Finding {
  /** `fault`: it will not work, or loses what it must not. `notice`: it works, and could do better. */
  readonly verdict: 'fine' | 'notice' | 'fault';
  /** What it is about, as a person calls it. */
  readonly subject: string;
  /** What was found, as a sentence. */
  readonly found: string;
  /** What to do about it; `null` where there is nothing to do. */
  readonly remedy: string | null;
}

export function fine(subject: string, found: string): Finding {
  return { verdict: 'fine', subject, found, remedy: null };
}

export function notice(subject: string, found: string, remedy: string): Finding {
  return { verdict: 'notice', subject, found, remedy };
}

export function fault(subject: string, found: string, remedy: string): Finding {
  return { verdict: 'fault', subject, found, remedy };
}
