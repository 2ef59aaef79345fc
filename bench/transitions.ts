// `npm run bench:transitions`: how late a lone transition is, on Redis with hz 100 and as it comes, and on PostgreSQL, with
// no other auction and with a million in the future; and what those take of Redis. Fails where a transition comes early or
// not at all, or where an auction is armed that is not near. `-- --short`: a few transitions, two thousand auctions.
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { makeAlarms } from '../src/jobs/make-alarms.ts';
import { startRedis } from '../test/support/redis.ts';
import { describeMachine } from './describe-machine.ts';
import { addFutureAuctions } from './add-future-auctions.ts';
import { p50AndP99 } from './percentile.ts';
import { alarmsKept, bytesOfAlarm, usedMemory } from './redis-memory.ts';
import { sampleTransitions } from './sample-transitions.ts';
import { startServiceProcess } from './start-service-process.ts';
import { openTemporaryDatabase } from './open-temporary-database.ts';
import { withDatabase } from '../test/support/settings.ts';

const isShort = process.argv.includes('--short');
const futureAuctions = isShort ? 2_000 : 1_000_000;
const sampling = isShort ? { count: 10, everyMs: 60, leadMs: 1_000 } : { count: 120, everyMs: 100, leadMs: 3_000 };
const warmUp = isShort ? { count: 2, everyMs: 60, leadMs: 500 } : { count: 20, everyMs: 100, leadMs: 3_000 };
const backends = [
  { name: 'Redis, hz 100', redis: { hz: '100' } },
  { name: 'Redis, as it comes (hz 10)', redis: {} },
  { name: 'PostgreSQL', redis: null },
];

const tell = (text: string) => console.error(`${new Date().toISOString()} ${text}`);
const log = pino({ level: 'warn' }, pino.destination(2));
const faults: string[] = [];

await using closing = new AsyncDisposableStack();
const db = await openTemporaryDatabase(closing, { track_commit_timestamp: 'on' });

const lines: string[] = [];
const memory: { future: number; bytes: number }[] = [];
let perAlarm = NaN;
for (const future of [0, futureAuctions]) {
  if (future > 0) {
    tell(`Adding ${future} auctions …`);
    await addFutureAuctions(db, future);
  }
  for (const backend of backends) {
    // In short, one look at an empty service is enough.
    if (isShort && future === 0 && backend !== backends[0]) continue;
    tell(`Measuring on ${backend.name} …`);
    const { lags, redis } = await measure(backend, future);
    lines.push(
      `| ${backend.name} | ${future.toLocaleString('en')} | ${lags.length} | ${p50AndP99(lags)} | ${Math.max(...lags).toFixed(1)} |`,
    );
    if (Math.min(...lags) < 0) faults.push(`${backend.name}: a transition came ${-Math.min(...lags)} ms early`);
    if (backend === backends[0]) memory.push({ future, bytes: redis!.bytes });
    if (redis !== null && redis.kept > 0)
      faults.push(`${backend.name}: ${redis.kept} alarms are armed for auctions that are not near`);
  }
}
const [none, all] = memory as [(typeof memory)[number], (typeof memory)[number]];

console.log(`# The lag of a lone transition

${await describeMachine(db)}; one worker process; one transition every ${sampling.everyMs} ms, from the instant at which it is due to that of its commit, both by PostgreSQL's clock

| Alarms on | Auctions in the future | Transitions | Lag, p50 / p99 ms | Most |
|---|---:|---:|---:|---:|
${lines.join('\n')}

Redis: ${Math.max(0, (all.bytes - none.bytes) / all.future).toFixed(2)} bytes per auction in the future (${all.bytes} bytes used with ${all.future.toLocaleString('en')}, ${none.bytes} with none), ${perAlarm.toFixed(0)} per armed alarm.`);

for (const fault of faults) console.error(`Fault: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function measure(backend: (typeof backends)[number], future: number) {
  await using closing = new AsyncDisposableStack();
  const redis = backend.redis === null ? null : closing.use(await startRedis(backend.redis));
  const address: Record<string, string> = { ...withDatabase(db.url), ...(redis !== null && { REDIS_URL: redis.url }) };
  const worker = closing.use(await startServiceProcess({ ...address, ROLE: 'worker' }));
  const alarms = closing.use(makeAlarms({ config: readConfig(address), db, log }));
  await sampleTransitions(db, alarms, warmUp);
  const lags = await sampleTransitions(db, alarms, sampling);
  if (redis === null) return { lags, redis };

  const kept = { kept: await alarmsKept(redis), bytes: await usedMemory(redis) };
  await worker[Symbol.asyncDispose]();
  if (future === 0 && backend === backends[0]) perAlarm = await bytesOfAlarm(redis, alarms, isShort ? 1_000 : 10_000);
  return { lags, redis: kept };
}
