import { Refusal } from './refusal.ts';

// PostgreSQL: connection exceptions (class 08), shutting down or starting up (57P01 to 57P03), too many connections.
// Prisma: P1001 and P1002 (unreachable), P1008 (no answer in time), P1017 (closed the connection), P2024 and P2037 (no free one).
const databaseCodes =
  /^(08...|P10(?:0[128]|17)|P20(?:24|37)|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
// Messages of pg's errors that have no code: the connection broke, or none came free.
const databaseMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Checks whether a dependency is down, so that a retry later can succeed. A bug is not an outage. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, originalCode, message, cause, meta } = error as Failure;
  return (
    [code, originalCode].some((each) => typeof each === 'string' && databaseCodes.test(each)) ||
    (typeof message === 'string' && databaseMessages.test(message)) ||
    isOutage(cause) ||
    // Prisma puts PostgreSQL's own error here.
    isOutage(meta?.driverAdapterError)
  );
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
