import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config.ts';
import { openSecret, sealSecret } from '../../core/seal-secret.ts';
import { ownerOfLinkKey } from '../../core/sealed-columns.ts';
import type { Connection } from '../../platform/db/database.ts';

/**
 * Reads the key that signs the links of messages, and makes it at the first start. A link is good for as long as somebody keeps the
 * message, so this key stays the same while `SECRETS_KEY`, which seals it, changes.
 *
 * @returns 32 bytes in hex; `null`: it is sealed with a key that is not configured
 */
export async function readLinkKey({
  db,
  config: { secretsKeys },
  log,
}: {
  readonly db: Pick<Connection, 'query'>;
  readonly config: Pick<Config, 'secretsKeys'>;
  readonly log: Pick<Logger, 'error'>;
}): Promise<string | null> {
  const read = async () => (await db.query<{ secret: string }>('select secret from link_keys')).rows[0]?.secret;
  const stored = (await read()) ?? (await makeLinkKey(db, secretsKeys).then(read));
  try {
    return openSecret(secretsKeys, stored!, ownerOfLinkKey);
  } catch (error) {
    log.error({ reason: (error as Error).message }, 'The key of the links in messages cannot be opened.');
    return null;
  }
}

/** Another process may make it at the same time: one of both keys stays. */
async function makeLinkKey(db: Pick<Connection, 'query'>, secretsKeys: readonly string[]): Promise<void> {
  const sealed = sealSecret(secretsKeys, randomBytes(32).toString('hex'), ownerOfLinkKey);
  await db.query('insert into link_keys (secret) values ($1) on conflict do nothing', [sealed]);
}
