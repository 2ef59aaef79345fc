import type { Database } from '../db/database.ts';

/**
 * Revokes a key at once, on every process. The instant of an earlier revocation is kept.
 *
 * @returns whether this call did it
 */
export async function revokeKey({ prisma }: Pick<Database, 'prisma'>, apiKeyId: string): Promise<boolean> {
  const revoked = await prisma.$executeRaw`
    update api_keys set revoked_at = clock_timestamp() where api_key_id = ${apiKeyId}::uuid and revoked_at is null`;
  return revoked === 1;
}
