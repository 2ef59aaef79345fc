import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { hostEnvironment, npmRun, npmStart } from '../start/npm-start.ts';

// With the real npm and its registry.

vi.setConfig({ testTimeout: 1_200_000 });

const root = path.resolve(import.meta.dirname, '../..');
const home = mkdtempSync(path.join(tmpdir(), 'auction-launcher-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folder: string;
let clones = 0;
/** What is committed, without packages. */
beforeEach(() => {
  clones += 1;
  folder = path.join(home, `clone-${clones}`);
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
});

const help = ['run', '-s', 'cli', '--', '--help'];
const works = { code: 0, output: expect.stringContaining('Usage:') };

/** The folders of installations that did not end. */
function leftovers(): string[] {
  return readdirSync(folder).filter((entry) => entry.startsWith('.installing'));
}

function isInstalled(): boolean {
  return existsSync(path.join(folder, 'node_modules/.package-lock.json'));
}

const errors = path.join(home, 'errors');

/** A command of development, in a process group of its own. */
function launch(): ChildProcess {
  const stdio = ['ignore', 'ignore', openSync(errors, 'w')] as const;
  const options = { cwd: folder, env: hostEnvironment(), detached: true, stdio: [...stdio] };
  return spawn('node', ['scripts/run.mjs', 'oxfmt', '--version'], options);
}

async function untilInstalling(): Promise<void> {
  await vi.waitUntil(() => leftovers().some((entry) => existsSync(path.join(folder, entry, 'node_modules'))), {
    timeout: 120_000,
    interval: 50,
  });
}

/** The processes that the launcher started; npm names itself, but not its folder. */
function childrenOf({ pid }: ChildProcess): number[] {
  return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);
}

function isRunning(pid: number): boolean {
  return spawnSync('kill', ['-0', String(pid)]).status === 0;
}

test('two commands that start at the same time install once, and both work', async () => {
  const [one, other] = await Promise.all([npmRun(folder, help), npmRun(folder, help)]);
  expect([one, other]).toEqual([works, works]);
  expect((one.output + other.output).match(/Installing the packages|waiting for it/g)!.sort()).toEqual([
    'Installing the packages',
    'waiting for it',
  ]);
  expect(leftovers()).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s during an installation reaches npm, and leaves nothing',
  async (signal) => {
    const launcher = launch();
    const ended = once(launcher, 'exit');
    await untilInstalling();
    const started = childrenOf(launcher);
    expect(started).toHaveLength(1);
    launcher.kill(signal);
    expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
    expect(started.filter(isRunning)).toEqual([]);
    expect({ leftovers: leftovers(), isInstalled: isInstalled() }).toEqual({ leftovers: [], isInstalled: false });
  },
);

test('a SIGKILL at any second of an installation leaves a running service whole, and the next command works', async () => {
  await using service = await npmStart(folder);
  for (let seconds = 1, death = 0; ; seconds *= 1.6, death += 1) {
    const launcher = launch();
    const ended = once(launcher, 'exit');
    const outcome = await Promise.race([ended.then(([code]) => code as number), wait(seconds * 1_000, 'killed')]);
    if (outcome !== 'killed') {
      expect(outcome, readFileSync(errors, 'utf8')).toBe(0);
      break;
    }
    const started = childrenOf(launcher);
    // The launcher alone; or all, as when a machine loses its power.
    process.kill(death % 2 === 0 ? launcher.pid! : -launcher.pid!, 'SIGKILL');
    await ended;
    await vi.waitUntil(() => !started.some(isRunning), { timeout: 30_000, interval: 100 });
    expect((await fetch(`${service.publicUrl}/healthz`)).status).toBe(200);
    // It needs what the service needs, which is there: nothing is installed.
    expect(await npmRun(folder, help)).toEqual({ code: 0, output: expect.not.stringContaining('Installing') });
  }
  expect((await fetch(`${service.publicUrl}/docs`)).status).toBe(200);
});

test('after a SIGKILL during the first installation the next command installs', async () => {
  const launcher = launch();
  await untilInstalling();
  process.kill(-launcher.pid!, 'SIGKILL');
  expect(await npmRun(folder, help)).toEqual(works);
  expect(leftovers()).toEqual([]);
});
