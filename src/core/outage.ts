import type { Logger } from 'pino';
import { Refusal } from './refusal.ts';

// PostgreSQL: connection exceptions (class 08), shutting down or starting up (57P01 to 57P03), no writes on a standby
// (25006), a transaction that keeps an auction's row too long (25P04), no disk, memory or connection left (class 53), errors of the system, such
// as of its disk (class 58).
// Prisma: P1001 and P1002 (unreachable), P1008 (no answer in time), P1017 (closed the connection), P2024 and P2037 (no free one).
const databaseCodes =
  /^(08...|25006|25P04|53...|57P0[1-3]|58...|P10(?:0[128]|17)|P20(?:24|37)|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
// Messages of pg's errors that have no code: the connection broke, was silent or was given up, or none came free.
const databaseMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable/;

/** Checks whether a dependency is down, so that a retry later can succeed. A bug is not an outage. */
export function isOutage(error: unknown): boolean {
  return outageReason(error) !== null;
}

/** Returns the message and code of the failure that makes an error an outage; `null`: the error is none. */
export function outageReason(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, originalCode, message, cause, meta } = error as Failure;
  const known = [code, originalCode].find(
    (each): each is string => typeof each === 'string' && databaseCodes.test(each),
  );
  if (known !== undefined) return typeof message === 'string' && message !== '' ? `${message} (${known})` : known;
  if (typeof message === 'string' && databaseMessages.test(message)) return message;
  // Prisma puts PostgreSQL's own error into `meta`.
  return outageReason(cause) ?? outageReason(meta?.driverAdapterError);
}

interface Failure {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

/**
 * Returns the refusal that answers a thrown error: a refusal unchanged, an outage as `unavailable`, anything else,
 * masked, as `internal_error`.
 */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  return new Refusal(isOutage(thrown) ? 'unavailable' : 'internal_error');
}

/** When several connections break, one of them recovers before the others. */
const settledAfterMs = 1_000;

/** Failures that a line about their outage stands for. */
const logged = new WeakSet<object>();

/** The outages of each log, by what fails. */
const outages = new WeakMap<Logger, Map<string, OutageLog>>();

/** How many outages last in this process. */
let lasting = 0;

/** Checks whether the log says already that the dependency which caused an error is away. */
export function isLogged(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { cause, meta } = error as Failure;
  // Prisma throws an error of its own, which does not refer to that of the connection.
  const isPrismas = lasting > 0 && outageReason(meta?.driverAdapterError) !== null;
  return logged.has(error) || isPrismas || isLogged(cause);
}

export interface OutageLog {
  failed(this: void, error: unknown): void;
  worked(this: void): void;
  lasts(this: void): boolean;
}

/**
 * Logs once that something fails, and once that it works again, however many attempts fail in between, and wherever. A failure that has
 * its line by another outage gets none.
 */
export function outageLog(log: Logger, what: string, meanwhile: string): OutageLog {
  const ofLog = outages.get(log) ?? new Map<string, OutageLog>();
  outages.set(log, ofLog);
  const outage = ofLog.get(what) ?? makeOutageLog(log, what, meanwhile);
  ofLog.set(what, outage);
  return outage;
}

function makeOutageLog(log: Logger, what: string, meanwhile: string): OutageLog {
  let failures = 0;
  let beganAtMs = 0;
  let failedAtMs = 0;
  return {
    failed(error) {
      log.debug({ err: error }, `${what} fails.`);
      if (isLogged(error)) return;
      if (typeof error === 'object' && error !== null) logged.add(error);
      failures += 1;
      failedAtMs = performance.now();
      if (failures > 1) return;
      lasting += 1;
      beganAtMs = failedAtMs;
      // The stack says where the service asked, and not why there was no answer.
      log.error({ reason: reasonOf(error) }, `${what} fails. ${meanwhile}`);
    },
    worked() {
      if (failures === 0 || performance.now() - failedAtMs < settledAfterMs) return;
      log.info({ failures, seconds: Math.round((failedAtMs - beganAtMs) / 1_000) }, `${what} works again.`);
      failures = 0;
      lasting -= 1;
    },
    lasts: () => failures > 0,
  };
}

/** The first message of an error and its causes that says something. If several addresses were tried, only the code does. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = error as Failure;
  const own = outageReason(error) ?? (typeof message === 'string' && message !== '' ? message : null);
  if (cause === undefined) return own ?? String(code ?? error);
  return `${own ?? ''} ${reasonOf(cause)}`.trim();
}
