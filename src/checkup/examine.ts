import type { Config } from '../config.ts';
import { findEmbeddedDatabase } from '../embedded/find-embedded-database.ts';
import { examineAddresses } from './examine-addresses.ts';
import { examineDatabase } from './examine-database.ts';
import { examineDisk } from './examine-disk.ts';
import { examineRedis } from './examine-redis.ts';
import { examineReplica } from './examine-replica.ts';
import { examineSettings } from './examine-settings.ts';
import { examineStripe } from './examine-stripe.ts';
import { type Finding, notice } from './finding.ts';

/** Looks at all that the service stands on, and changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  const parts = await Promise.all([
    config.databaseUrl === null
      ? examineEmbedded(config)
      : examineDatabase(config.databaseDirectUrl ?? config.databaseUrl),
    config.databaseUrl === null || config.databaseReplicaUrl === null
      ? []
      : examineReplica(config.databaseReplicaUrl, config.databaseDirectUrl ?? config.databaseUrl),
    config.redisUrl === null ? [] : examineRedis(config.redisUrl),
    examineAddresses(config),
    config.stripe === null ? [] : examineStripe(config.stripe),
  ]);
  return [...parts.flat(), ...examineSettings(config)];
}

async function examineEmbedded({ dataDir }: Config): Promise<Finding[]> {
  const disk = examineDisk(dataDir);
  const url = await findEmbeddedDatabase(dataDir);
  if (url !== null) return [...disk, ...(await examineDatabase(url))];
  const found = 'The database that the service brings along is not running.';
  return [...disk, notice('Database', found, 'Run "npm start", then this once more.')];
}
