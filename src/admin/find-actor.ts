import type { Database } from '../db/database.ts';

/** The key that made a change, as operators see it. */
export interface Actor {
  readonly prefix: string;
  readonly seller: { readonly name: string };
}

/**
 * Reads the key that made a change. Prisma reads the keys of a whole page in one query, because they are requested in
 * the same tick.
 *
 * @param apiKeyId `null`: an operator's command made the change
 * @returns `null` for a command
 */
export async function findActor(
  { db }: { db: Pick<Database, 'prisma'> },
  apiKeyId: string | null,
): Promise<Actor | null> {
  if (apiKeyId === null) return null;
  return db.prisma.apiKey.findUnique({
    where: { apiKeyId },
    select: { prefix: true, seller: { select: { name: true } } },
  });
}
