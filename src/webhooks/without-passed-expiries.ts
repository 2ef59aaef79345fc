import type { Connection } from '../db/database.ts';
import type { EndpointRow } from './endpoint-row.ts';

/**
 * Removes `previousSecretExpiresAt` from endpoints whose previous secret no longer signs. PostgreSQL's clock decides,
 * as it does when an event is signed.
 */
export async function withoutPassedExpiries(db: Connection, endpoints: readonly EndpointRow[]): Promise<EndpointRow[]> {
  if (endpoints.every(({ previousSecretExpiresAt }) => previousSecretExpiresAt === null)) return [...endpoints];
  const { rows } = await db.query<{ now: Date }>('select clock_timestamp() as now');
  const { now } = rows[0]!;
  return endpoints.map((endpoint) => {
    const { previousSecretExpiresAt: expiry } = endpoint;
    return expiry !== null && expiry <= now ? { ...endpoint, previousSecretExpiresAt: null } : endpoint;
  });
}
