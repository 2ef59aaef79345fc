import type { Config } from '../config.ts';
import { openBucket } from '../presentation/bucket.ts';
import type { ProviderName } from '../payments/provider-name.ts';
import { providerNames, providers } from '../payments/providers.ts';
import { findServiceAddress } from '../embedded/service-files.ts';
import { findEmbeddedDatabase } from '../embedded/find-embedded-database.ts';
import { boundedCheck } from './bounded-check.ts';
import { checkBucket } from './check-bucket.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkPooler } from './check-pooler.ts';
import { checkRedis } from './check-redis.ts';
import { checkSettings } from './check-settings.ts';
import { type CheckResult, notice } from '../core/check-result.ts';

/** Checks everything that the service depends on. Changes nothing; in a bucket, it deletes again the file that it puts there. */
export async function checkAll(config: Config): Promise<CheckResult[]> {
  const { databaseUrl, databaseDirectUrl, redisUrl, bucket } = config;
  const checks: [subject: string, check: () => CheckResult[] | Promise<CheckResult[]>][] = [
    [
      'Database',
      () =>
        databaseUrl === null
          ? checkEmbedded(config)
          : checkDatabase(databaseDirectUrl ?? databaseUrl, config, sendingEvents(config)),
    ],
    ['Addresses', () => checkAddresses(config, databaseUrl === null ? findServiceAddress(config.dataDir) : null)],
    ...providerNames.map((name): (typeof checks)[number] => [
      `Payments by ${name}`,
      () => providers[name].check(config),
    ]),
  ];
  if (databaseUrl !== null && databaseDirectUrl !== null) checks.push(['Pooler', () => checkPooler(databaseUrl)]);
  if (redisUrl !== null) checks.push(['Redis', () => checkRedis(redisUrl)]);
  if (bucket !== null) checks.push(['Bucket', () => checkBucket(openBucket(bucket))]);
  const parts = await Promise.all(checks.map(([subject, check]) => boundedCheck(subject, check)));
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
