// `npm run bench:startup`: how long it takes from starting a process until it says that it is ready, and how much time of a
// processor: `npm start` with the database that an earlier start has left, and an API on a database that runs, with
// nothing compiled beforehand and with all that an earlier start has compiled. Medians. `-- --short`: once each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../src/embedded/free-port.ts';
import { cpuMs } from './api/cpu-time.ts';
import { describeMachine } from './describe-machine.ts';
import { openTemporaryDatabase } from './open-temporary-database.ts';
import { percentile } from './percentile.ts';
import { withDatabase } from '../test/support/settings.ts';

const times = process.argv.includes('--short') ? 1 : 7;
const root = path.resolve(import.meta.dirname, '..');

interface Start {
  readonly ms: number;
  /** Of the process itself, not of those that it starts. */
  readonly cpuMs: number;
}

await using closing = new AsyncDisposableStack();
const db = await openTemporaryDatabase(closing);
const folder = await mkdtemp(path.join(os.tmpdir(), 'auction-startup-'));
closing.defer(() => rm(folder, { recursive: true }));

const api = [process.execPath, 'src/main.ts'];
const own = { ...withDatabase(db.url), ROLE: 'api' };
const compiled = { NODE_COMPILE_CACHE: path.join(folder, 'compiled') };
const kinds: [string, string[], Record<string, string>][] = [
  ['`npm start`, not the first', ['npm', 'start'], { DATA_DIR: path.join(folder, 'data'), ...compiled }],
  ['an API, nothing compiled', api, { ...own, NODE_DISABLE_COMPILE_CACHE: '1' }],
  ['an API, all compiled', api, { ...own, ...compiled }],
];

const lines: string[] = [];
for (const [name, command, env] of kinds) {
  // The first start makes the database, and compiles.
  await startOnce(command, env);
  const starts: Start[] = [];
  for (let time = 0; time < times; time += 1) starts.push(await startOnce(command, env));
  const median = (of: (start: Start) => number) => percentile(starts.map(of), 0.5).toFixed(0);
  lines.push(`| ${name} | ${median(({ ms }) => ms)} | ${command === api ? median((start) => start.cpuMs) : ''} |`);
}

console.log(`# Until a process is ready

${await describeMachine(db)}; medians of ${times}. Written by \`npm run -s bench:startup\`.

| Started | Ready after, ms | Processor time, ms |
|---|---:|---:|
${lines.join('\n')}`);

async function startOnce([file, ...args]: string[], env: Record<string, string>): Promise<Start> {
  const port = String(await freePort());
  const begin = performance.now();
  const child = spawn(file!, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: port, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${file} ${args.join(' ')} ended with ${child.exitCode}.`);
    await delay(10);
  }
  const start = { ms: performance.now() - begin, cpuMs: cpuMs(child.pid!) };
  child.kill('SIGTERM');
  await exited;
  return start;
}

async function isReady(port: string): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
