import { openSecret, sealPrefix, sealSecret } from '../core/seal-secret.ts';
import type { Deps } from '../deps.ts';

const batchSize = 200;

/** Every table with sealed secrets. Each has `seller_id`, `secret` and `previous_secret`. */
const sealedTables = [
  { table: 'webhook_endpoints', id: 'endpoint_id' },
  { table: 'bidder_signing', id: 'seller_id' },
] as const;

interface StoredSecrets {
  readonly id: string;
  readonly sellerId: string;
  readonly secret: string;
  readonly previousSecret: string | null;
}

type ResealDeps = Pick<Deps, 'db' | 'log'> & { readonly config: Pick<Deps['config'], 'secretsKeys'> };

/**
 * Seals with the current key every secret that is stored unsealed or under an earlier key: after that, the earlier
 * key can be removed from the configuration. A secret whose key is missing is logged and stays unchanged.
 *
 * @returns the number of changed rows
 */
export async function resealSecrets(
  deps: ResealDeps,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  let written = 0;
  for (const sealed of sealedTables) written += await resealTable(deps, sealed, stopping);
  if (written > 0) deps.log.info({ rows: written }, 'Secrets were sealed with the current key.');
  return written;
}

async function resealTable(
  { db, config, log }: ResealDeps,
  { table, id: idColumn }: (typeof sealedTables)[number],
  stopping: AbortSignal,
): Promise<number> {
  const { secretsKeys: keys } = config;
  if (keys[0] === undefined) return 0;
  const isCurrent = `${sealPrefix(keys[0])}%`;
  let written = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  while (!stopping.aborted) {
    const read = await db.transaction(async (tx) => {
      const { rows } = await tx.query<StoredSecrets>(
        `select ${idColumn} as id, seller_id as "sellerId", secret, previous_secret as "previousSecret"
         from ${table}
         where ${idColumn} > $1 and (secret not like $2 or previous_secret not like $2)
         order by ${idColumn} limit ${batchSize} for no key update`,
        [after, isCurrent],
      );
      for (const { id, sellerId, secret, previousSecret } of rows) {
        const reseal = (stored: string) => sealSecret(keys, openSecret(keys, stored, sellerId), sellerId);
        try {
          await tx.query(`update ${table} set secret = $2, previous_secret = $3 where ${idColumn} = $1`, [
            id,
            reseal(secret),
            previousSecret === null ? null : reseal(previousSecret),
          ]);
          written += 1;
        } catch (error) {
          if (!(error instanceof Error) || 'severity' in error) throw error;
          log.error({ table, id, sellerId, reason: error.message }, 'A secret cannot be opened.');
        }
      }
      return rows;
    });
    if (read.length < batchSize) break;
    after = read.at(-1)!.id;
  }
  return written;
}
