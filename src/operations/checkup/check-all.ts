import { randomBytes, randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../platform/config.ts';
import { type CheckResult, fault, fine, notice } from '../../core/check-result.ts';
import { within } from '../../core/within.ts';
import { findEmbeddedDatabase, findServiceAddress } from '../../platform/embedded/find-embedded-database.ts';
import { type ProviderName, providerNames } from '../../payments/providers/provider-name.ts';
import { providers } from '../../payments/providers/providers.ts';
import { verifyMailServer } from '../../auctions/mail/send-message.ts';
import { type Bucket, BucketOutage, openBucket } from '../../auctions/presentation/bucket.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkDatabase, checkPooler } from './check-database.ts';
import { checkRedis } from './check-redis.ts';
import { checkSettings } from './check-settings.ts';

/** Checks everything that the service depends on. Changes nothing; in a bucket, it deletes again the file that it puts there. */
export async function checkAll(config: Config): Promise<CheckResult[]> {
  const { databaseUrl, databaseDirectUrl, redisUrl, bucket, mail } = config;
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
  if (mail !== null) checks.push(['Mail', () => checkMail(mail)]);
  const parts = await Promise.all(checks.map(([subject, check]) => boundedCheck(subject, check)));
  return [...parts.flat(), ...checkSettings(config)];
}

async function checkMail(mail: NonNullable<Config['mail']>): Promise<CheckResult[]> {
  const failure = await verifyMailServer(mail);
  if (failure === null) return [fine('Mail', 'The mail server takes the connection and the password.')];
  const remedy = 'Check SMTP_URL: scheme, host, port, user and password, with special characters percent-encoded.';
  return [fault('Mail', `The mail server cannot be used: ${failure}`, remedy)];
}

function sendingEvents(config: Config): ProviderName[] {
  return providerNames.filter((name) => providers[name].eventsOf(config) !== null);
}

async function checkEmbedded(config: Config): Promise<CheckResult[]> {
  const { dataDir } = config;
  const disk = checkDisk(dataDir);
  const url = await findEmbeddedDatabase(dataDir);
  if (url !== null) {
    const known = { ...config, secretsKeys: keysOfEmbedded(config) };
    return [...disk, ...(await checkDatabase(url, known, sendingEvents(config)))];
  }
  const found = 'The database that the service brings along is not running.';
  return [...disk, notice('Database', found, 'Run "npm start", then this once more.')];
}

/** The embedded database has a key file in its data folder, unless SECRETS_KEY is set. */
function keysOfEmbedded({ secretsKeys, dataDir }: Config): string[] {
  const file = path.resolve(dataDir, 'secrets.key');
  return secretsKeys.length > 0 || !existsSync(file) ? secretsKeys : [readFileSync(file, 'utf8').trim()];
}

/** Longer than all that a check itself waits for. */
const limitMs = 20_000;

/** PostgreSQL's code for a right that the role lacks. */
const insufficientPrivilege = '42501';

/**
 * Runs a check, but not for ever. A check that fails, or that takes too long, is a fault with a remedy: the others still
 * have their results.
 */
export async function boundedCheck(
  subject: string,
  check: () => CheckResult[] | Promise<CheckResult[]>,
  maxMs = limitMs,
): Promise<CheckResult[]> {
  try {
    return await within(maxMs, Promise.resolve(check()));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === insufficientPrivilege) {
      const remedy =
        'Let the address name the role that owns the tables, the one that "npm run migrate" runs as, or grant this role what is missing.';
      return [fault(subject, `The role lacks a right: ${message}.`, remedy)];
    }
    return [fault(subject, `It could not be checked: ${message || code}`, 'See whether it answers, and how fast.')];
  }
}

const gibibyte = 1024 ** 3;

/** Checks the disk of the embedded database, which stops when the disk is full. */
export function checkDisk(
  dataDir: string,
  { minBytes = gibibyte, comfortableBytes = 10 * gibibyte } = {},
): CheckResult[] {
  const folder = nearestFolder(path.resolve(dataDir));
  if (!statSync(folder).isDirectory()) {
    return [
      fault(
        'Data folder',
        `${folder} is a file.`,
        'Set DATA_DIR to a folder, which may be one that does not exist yet.',
      ),
    ];
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return [fault('Data folder', `${folder} cannot be written.`, 'Make it writable, or set DATA_DIR to one that is.')];
  }
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  const found = `${(freeBytes / gibibyte).toFixed(1)} GiB are free for ${path.resolve(dataDir)}.`;
  const remedy = 'Make room, or set DATA_DIR to a larger disk.';
  if (freeBytes < minBytes) return [fault('Disk', found, remedy)];
  return [freeBytes < comfortableBytes ? notice('Disk', found, remedy) : fine('Disk', found)];
}

/** Returns the nearest folder that exists: the data folder is created at the first start. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}

/** Puts a file into the bucket, reads it and deletes it: that is all the service does there. */
export async function checkBucket(bucket: Bucket): Promise<CheckResult[]> {
  const subject = 'Bucket';
  const key = `checks/${randomUUID()}`;
  const content = randomBytes(16);
  try {
    await bucket.put(key, content, 'application/octet-stream');
    const read = await bucket.get(key);
    await bucket.delete(key);
    if (read !== null && read.equals(content))
      return [fine(subject, 'The bucket of pictures takes, returns and deletes a file.')];
    return [
      fault(
        subject,
        'The bucket did not return the file that was just put there.',
        'Use a storage that reads what it has written.',
      ),
    ];
  } catch (error) {
    if (!(error instanceof BucketOutage)) throw error;
    const remedy =
      'Correct S3_BUCKET_URL, S3_REGION and the access key, and allow the key to get, put and delete objects and to list the bucket.';
    return [fault(subject, error.message, remedy)];
  }
}
