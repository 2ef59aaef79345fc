import type { Connection } from '../db/database.ts';
import { type Authorization, authorizationColumns } from './authorization.ts';

/** @returns `null` when there is none of this id */
export async function findAuthorization(
  connection: Connection,
  authorizationId: string,
): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>({
    name: 'find-authorization',
    text: `select ${authorizationColumns} from authorizations where authorization_id = $1`,
    values: [authorizationId],
  });
  return rows[0] ?? null;
}

/** What the first submit of a form has led to. `null`: it led to no authorization. */
export async function findSubmitted(
  connection: Connection,
  { auctionId, submissionToken }: { auctionId: string; submissionToken: string },
): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>({
    name: 'find-submitted',
    text: `select ${authorizationColumns} from authorizations where auction_id = $1 and submission_token = $2`,
    values: [auctionId, submissionToken],
  });
  return rows[0] ?? null;
}
