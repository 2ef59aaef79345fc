import { connectRedis } from '../../platform/redis/connect-redis.ts';
import { fault, fine, type CheckResult, notice } from '../../core/check-result.ts';
import { within } from '../../core/within.ts';
import { readRedisUrl } from '../../platform/redis/read-redis-url.ts';
import { checkClock } from './check-database.ts';

const oldestVersion = 6.2;
const limitMs = 10_000;
/** With so much in use, the rest is soon gone. */
const nearlyFull = 0.8;
/** The `hz` at which Redis wakes waiting clients: ten times a second. */
const slowestHz = 10;

/** Checks the settings that the queue needs in Redis. INFO shows them, also where a provider forbids CONFIG. */
export async function checkRedis(url: string): Promise<CheckResult[]> {
  const redis = connectRedis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
    connectTimeout: 5_000,
  });
  let reason = '';
  redis.on('error', (error: Error) => (reason = error.message));
  try {
    await within(limitMs, redis.connect());
    const about = parseInfo(await redis.info());
    const askedMs = Date.now();
    const [seconds, microseconds] = await redis.time();
    const answeredMs = Date.now();
    const theirsMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    return [...judgeSettings(about), checkClock('Clock of Redis', { theirsMs, askedMs, answeredMs })];
  } catch (error) {
    const said = reason || (error as Error).message;
    const { kind, name } = readRedisUrl(url)!;
    const remedy =
      kind === 'sentinel'
        ? `Start Redis, or correct REDIS_URL: the sentinels must watch a Redis under the name ${name}.`
        : 'Start Redis, or correct REDIS_URL.';
    return [fault('Redis', `${hostsOf(url)} cannot be used: ${said}.`, remedy)];
  } finally {
    redis.disconnect();
  }
}

/** Returns the hosts without the password. */
function hostsOf(url: string): string {
  return url.replace(/^[\w-]+:\/\/(?:[^@/]*@)?([^/?#]*).*$/, '$1');
}

function parseInfo(text: string): (name: string) => string {
  const entries = text.split(/\r?\n/).map((line) => line.split(/:(.*)/).slice(0, 2) as [string, string]);
  const known = new Map(entries);
  return (name) => known.get(name) ?? '';
}

function judgeSettings(about: (name: string) => string): CheckResult[] {
  const version = about('redis_version');
  const policy = about('maxmemory_policy');
  const lastSaved =
    Number(about('rdb_saves')) > 0 ? ` It last saved a snapshot at ${about('rdb_last_save_time')}.` : '';
  const hz = Number(about('configured_hz'));
  return [
    Number.parseFloat(version) >= oldestVersion
      ? fine('Redis', `Redis ${version} answers.`)
      : fault('Redis', `Redis ${version} answers.`, `Upgrade it to ${oldestVersion} or newer.`),
    policy === 'noeviction'
      ? fine('Eviction', 'Redis forgets nothing when its memory is full (noeviction).')
      : fault(
          'Eviction',
          `maxmemory-policy is ${policy}: a Redis that is full would drop jobs without a word.`,
          'Set maxmemory-policy noeviction, in redis.conf or at its provider.',
        ),
    ...judgeMemory(Number(about('used_memory')), Number(about('maxmemory'))),
    about('aof_enabled') === '1'
      ? fine('Persistence', 'Redis keeps an append-only file.')
      : notice(
          'Persistence',
          `Redis keeps no append-only file.${lastSaved} After a restart alarms and webhooks are put again by the service, some seconds late.`,
          'Set appendonly yes where seconds matter.',
        ),
    hz >= slowestHz
      ? fine('Wake-ups', `Redis wakes workers ${hz} times a second (hz).`)
      : notice(
          'Wake-ups',
          `hz is ${hz}: alarms may ring ${Math.round(1_000 / hz)} ms late.`,
          `Set hz to ${slowestHz} or more.`,
        ),
  ];
}

/** Says nothing where Redis may take all memory of its machine. */
function judgeMemory(used: number, max: number): CheckResult[] {
  if (max === 0) return [];
  const subject = 'Memory of Redis';
  const percent = Math.round((used / max) * 100);
  const found = `${percent} % of maxmemory is in use.`;
  const remedy = 'Raise maxmemory, or see what else is stored there: an alarm takes 905 bytes.';
  if (used >= max) return [fault(subject, `Redis is full, and refuses alarms and webhooks: ${found}`, remedy)];
  return [used >= max * nearlyFull ? notice(subject, found, remedy) : fine(subject, found)];
}
