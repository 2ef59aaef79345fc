import type { Config } from '../config.ts';
import { openBucket } from '../presentation/bucket.ts';
import type { ProviderName } from '../payments/provider-name.ts';
import { providerNames, providers } from '../payments/providers.ts';
import { findServiceAddress } from '../embedded/service-files.ts';
import { findEmbeddedDatabase } from '../embedded/find-embedded-database.ts';
import { checkBucket } from './check-bucket.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkRedis } from './check-redis.ts';
import { checkReplica } from './check-replica.ts';
import { checkSettings } from './check-settings.ts';
import { type CheckResult, notice } from '../core/check-result.ts';

/** Checks everything that the service depends on. Changes nothing; in a bucket, it deletes again the file that it puts there. */
export async function checkAll(config: Config): Promise<CheckResult[]> {
  const parts = await Promise.all([
    config.databaseUrl === null
      ? checkEmbedded(config)
      : checkDatabase(config.databaseDirectUrl ?? config.databaseUrl, config, sendingEvents(config)),
    config.databaseUrl === null || config.databaseReplicaUrl === null
      ? []
      : checkReplica(config.databaseReplicaUrl, config.databaseDirectUrl ?? config.databaseUrl),
    config.redisUrl === null ? [] : checkRedis(config.redisUrl),
    config.bucket === null ? [] : checkBucket(openBucket(config.bucket)),
    checkAddresses(config, config.databaseUrl === null ? findServiceAddress(config.dataDir) : null),
    ...providerNames.map((name) => providers[name].check(config)),
  ]);
  return [...parts.flat(), ...checkSettings(config)];
}

function sendingEvents(config: Config): ProviderName[] {
  return providerNames.filter((name) => providers[name].eventsOf(config) !== null);
}

async function checkEmbedded(config: Config): Promise<CheckResult[]> {
  const { dataDir } = config;
  const disk = checkDisk(dataDir);
  const url = await findEmbeddedDatabase(dataDir);
  if (url !== null) return [...disk, ...(await checkDatabase(url, config, sendingEvents(config)))];
  const found = 'The database that the service brings along is not running.';
  return [...disk, notice('Database', found, 'Run "npm start", then this once more.')];
}
