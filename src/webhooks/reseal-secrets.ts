import type { Deps } from '../deps.ts';
import { openSecret, sealPrefix, sealSecret } from './seal-secret.ts';

const batchSize = 200;

interface StoredSecrets {
  readonly endpointId: string;
  readonly sellerId: string;
  readonly secret: string;
  readonly previousSecret: string | null;
}

/**
 * Seals with the current key every secret that is stored unsealed or under an earlier key: after that, the earlier
 * key can be removed from the configuration. A secret whose key is missing is logged and stays unchanged.
 *
 * @returns the number of changed endpoints
 */
export async function resealSecrets(
  { db, config, log }: Pick<Deps, 'db' | 'log'> & { readonly config: Pick<Deps['config'], 'secretsKeys'> },
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { secretsKeys: keys } = config;
  if (keys[0] === undefined) return 0;
  const isCurrent = `${sealPrefix(keys[0])}%`;
  let written = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  while (!stopping.aborted) {
    const read = await db.transaction(async (tx) => {
      const { rows } = await tx.query<StoredSecrets>(
        `select endpoint_id as "endpointId", seller_id as "sellerId", secret, previous_secret as "previousSecret"
         from webhook_endpoints
         where endpoint_id > $1 and (secret not like $2 or previous_secret not like $2)
         order by endpoint_id limit ${batchSize} for no key update`,
        [after, isCurrent],
      );
      for (const { endpointId, sellerId, secret, previousSecret } of rows) {
        const reseal = (stored: string) => sealSecret(keys, openSecret(keys, stored, sellerId), sellerId);
        try {
          await tx.query('update webhook_endpoints set secret = $2, previous_secret = $3 where endpoint_id = $1', [
            endpointId,
            reseal(secret),
            previousSecret === null ? null : reseal(previousSecret),
          ]);
          written += 1;
        } catch (error) {
          if (!(error instanceof Error) || 'severity' in error) throw error;
          log.error({ endpointId, sellerId, reason: error.message }, 'A webhook secret cannot be opened.');
        }
      }
      return rows;
    });
    if (read.length < batchSize) break;
    after = read.at(-1)!.endpointId;
  }
  if (written > 0) log.info({ endpoints: written }, 'Webhook secrets were sealed with the current key.');
  return written;
}
