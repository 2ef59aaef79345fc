import type { Connection } from '../../src/platform/db/database.ts';
import type { Authorization } from '../../src/payments/holds/authorization.ts';
import type { Observation } from '../../src/payments/providers/observation.ts';
import { moveAuthorization } from '../../src/payments/holds/move-authorization.ts';
import { moveFor } from '../../src/payments/holds/move-for.ts';

/**
 * Records the outcome of a capture as a settlement does, and none of its consequences.
 *
 * @returns `null`: nothing was recorded
 */
export async function recordCapture(
  connection: Connection,
  claimed: Authorization,
  observation: Observation,
): Promise<Authorization | null> {
  const { authorizationId, attempt } = claimed;
  const { move, failureCode } = moveFor(claimed, observation);
  const facts = { attempt, ...(failureCode !== null && { failureCode }) };
  return move === null ? null : await moveAuthorization(connection, authorizationId, move, facts);
}
