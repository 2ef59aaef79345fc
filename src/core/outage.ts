import { Refusal } from './refusal.ts';

// PostgreSQL: connection exceptions (class 08), shutting down or starting up (57P01 to 57P03), too many connections.
const databaseCodes = /^(08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
// What pg says without a code when the connection breaks or none comes free.
const databaseMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Is this the world being down, so that trying again later can help? A bug is not. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as Error & { code?: unknown }).code;
  return (
    (typeof code === 'string' && databaseCodes.test(code)) ||
    databaseMessages.test(error.message) ||
    isOutage(error.cause)
  );
}

/**
 * What a caller is told of something thrown: a refusal as it is; an outage as `unavailable`; all else, masked,
 * as `internal_error`.
 */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  return new Refusal(isOutage(thrown) ? 'unavailable' : 'internal_error');
}
