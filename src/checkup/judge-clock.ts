import { fault, fine, type Finding, notice } from './finding.ts';

/** A clock as another machine told it. */
export interface ReadClock {
  /** Unix milliseconds by the other machine. */
  readonly theirsMs: number;
  /** Unix milliseconds by this one, when it was asked and when it had the answer. */
  readonly askedMs: number;
  readonly answeredMs: number;
}

/** Alarms are set by this and rung by that: more is lateness that bidders notice. */
const noticeableMs = 500;
/** Signed webhooks and sessions with Stripe are refused by clocks that are minutes apart. */
const faultyMs = 30_000;

/** PostgreSQL's clock decides everything, so that another one that is off costs lateness first, and signatures then. */
export function judgeClock(subject: string, { theirsMs, askedMs, answeredMs }: ReadClock): Finding {
  const apart = Math.round(theirsMs - (askedMs + answeredMs) / 2);
  // Where in that time it was read is not known.
  const surelyApart = Math.max(0, Math.abs(apart) - (answeredMs - askedMs) / 2);
  const found = `It is ${Math.abs(apart)} ms ${apart < 0 ? 'behind' : 'ahead of'} the clock of this machine.`;
  const remedy = 'Keep the clocks of all machines by NTP (chrony or systemd-timesyncd).';
  if (surelyApart > faultyMs) return fault(subject, found, remedy);
  return surelyApart > noticeableMs ? notice(subject, found, remedy) : fine(subject, found);
}
