// `npm run deep -- faults` kills a process of the service at every crash point of every scenario. With `pairs` it also kills the process that
// takes its place at every point that this one comes to. Each time a further process has to bring everything to rest. The run also takes
// the books back to before every call to the provider, as a restored database would be.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashPoints } from '../../../src/core/crash-point.ts';
import { migrateWithLedger } from '../../support/migrate-with-ledger.ts';
import { startEmbeddedPostgres } from '../../../src/platform/embedded/embedded-postgres.ts';
import { administer, databaseUrl } from '../../support/administer.ts';
import { doubleDeaths, pointsWithoutDeath, rehearsals, singleDeaths } from './coverage.ts';
import { openPlaces } from './places.ts';
import { playAll, titleOf } from './play-all.ts';
import type { Play, Played } from './play.ts';
import { restoreAll } from './restores.ts';
import type { Restored } from '../../books/restored-stage.ts';

/** Most of a play is waiting for what a dead process held; more than this, and two cores would be waited for. */
const atOnce = 5;
// Two legs in turn, each up to a claim's 4 s and a pass: a refused hold is cancelled before the next bidder is asked.
const maxRecoveryMs = 10_000;
const maxTriedAgain = 40;

const dataDir = await mkdtemp(join(tmpdir(), 'auction-faults-'));
// Where root runs this, PostgreSQL runs as another user, who has to get here.
await chmod(dataDir, 0o755);
process.env['NODE_COMPILE_CACHE'] = join(dataDir, 'compiled');
try {
  await using server = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      TimeZone: 'Asia/Kolkata',
    },
  });
  await administer(server.url, 'create database template_faults');
  await migrateWithLedger(databaseUrl(server.url, 'template_faults'));
  await using places = await openPlaces({ serverUrl: server.url, template: 'template_faults' });

  const play = (plays: readonly Play[]) => playAll(places, plays, { atOnce, onPlayed: tell });
  const restored = await restoreAll(places, ({ title, broken }) => tellOf(title, broken));
  const rehearsed = await play(rehearsals);
  const once = await play(singleDeaths(rehearsed));
  const twice = process.argv[2] === 'pairs' ? await play(doubleDeaths(once)) : [];
  // A recovery that was slow is tried again alone: what counts is the service, not how busy this machine is with the others.
  const slow = [...once, ...twice].filter(isSlow).map((played) => played.play);
  const again = await playAll(places, slow.slice(0, maxTriedAgain), { atOnce: 1, onPlayed: tell });
  process.exitCode = report({ restored, rehearsed, once, twice, again, slowCount: slow.length }) ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

function tell({ play, recoveryMs, broken }: Played): void {
  tellOf(`${titleOf(play)} (${(recoveryMs / 1_000).toFixed(1)} s)`, broken);
}

function tellOf(title: string, broken: readonly string[]): void {
  console.log(`${broken.length === 0 ? 'well  ' : 'BROKEN'} ${title}`);
  for (const rule of broken) console.log(`         ${rule}`);
}

function isSlow({ play, recoveryMs }: Played): boolean {
  return play.scenario.waitsForProvider === undefined && !(recoveryMs <= maxRecoveryMs);
}

function report({
  restored,
  rehearsed,
  once,
  twice,
  again,
  slowCount,
}: {
  restored: Restored[];
  rehearsed: Played[];
  once: Played[];
  twice: Played[];
  again: Played[];
  slowCount: number;
}): boolean {
  const all = [...rehearsed, ...once, ...twice, ...again];
  const missing = pointsWithoutDeath(once);
  const triedAgain = new Set(again.map(({ play }) => titleOf(play)));
  const counted = [...once, ...twice].filter(({ play }) => !triedAgain.has(titleOf(play))).concat(again);
  const recoveries = counted
    .filter(({ play }) => play.scenario.waitsForProvider === undefined)
    .map(({ recoveryMs }) => recoveryMs)
    .sort((one, other) => one - other);

  console.log(`\nCrash points with a death: ${crashPoints.length - missing.length} of ${crashPoints.length}.`);
  for (const point of missing) console.log(`  never reached: ${point}`);
  for (const played of [...all.filter(({ broken }) => broken.length > 0), ...counted.filter(isSlow)]) {
    console.log(
      `  failed: ${titleOf(played.play)}: ${played.broken.join('; ') || `slow, ${seconds(played.recoveryMs)}`}`,
    );
  }
  console.log(`Ordered pairs with a death at each: ${twice.length}.`);
  console.log(
    `Recovery after the last death: p50 ${seconds(recoveries[Math.floor(recoveries.length / 2)])}, longest ${seconds(recoveries.at(-1))}; ${slowCount} tried again alone.`,
  );
  const wrongly = restored.filter(({ broken }) => broken.length > 0);
  console.log(`Restores to a point before a call to the provider: ${restored.length}.`);
  for (const { title, broken } of wrongly) console.log(`  failed: ${title}: ${broken.join('; ')}`);
  const failed =
    all.filter(({ broken }) => broken.length > 0).length +
    counted.filter(isSlow).length +
    missing.length +
    wrongly.length;
  console.log(`${all.length + restored.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? 'never' : `${(ms / 1_000).toFixed(2)} s`;
}
