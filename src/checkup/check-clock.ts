import { fault, fine, type CheckResult, notice } from '../core/check-result.ts';

/** The clock of another machine. */
export interface ReadClock {
  /** Unix milliseconds by the other machine. */
  readonly theirsMs: number;
  /** Unix milliseconds of this machine, before the request and after the answer. */
  readonly askedMs: number;
  readonly answeredMs: number;
}

/** Alarms are set by one clock and rung by the other: a larger difference causes delays that bidders notice. */
const noticeableMs = 500;
/** Signed webhooks and sessions with Stripe are refused if clocks differ by minutes. */
const faultyMs = 30_000;

/**
 * Compares a clock with this machine's. PostgreSQL's clock decides everything, so that a difference first causes
 * delays, and later failing signatures.
 */
export function checkClock(subject: string, { theirsMs, askedMs, answeredMs }: ReadClock): CheckResult {
  const apart = Math.round(theirsMs - (askedMs + answeredMs) / 2);
  // The instant of the reading within that interval is unknown.
  const surelyApart = Math.max(0, Math.abs(apart) - (answeredMs - askedMs) / 2);
  const found = `It is ${Math.abs(apart)} ms ${apart < 0 ? 'behind' : 'ahead of'} the clock of this machine.`;
  const remedy = 'Keep the clocks of all machines by NTP (chrony or systemd-timesyncd).';
  if (surelyApart > faultyMs) return fault(subject, found, remedy);
  return surelyApart > noticeableMs ? notice(subject, found, remedy) : fine(subject, found);
}
