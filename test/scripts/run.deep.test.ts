import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

// The launcher in a project of three small packages, which real npm installs in seconds: many deaths fit into a test. `.ci/start-from-clone`
// installs this project's own packages, under a service that runs.

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const root = path.resolve(import.meta.dirname, '../..');
const home = mkdtempSync(path.join(tmpdir(), 'auction-launcher-'));
const original = path.join(home, 'original');
const { PATH, HOME } = process.env;
const env = { PATH, HOME, npm_config_cache: path.join(home, 'cache') };

const registry = createServer((request, response) => void response.end(readFileSync(path.join(home, request.url!))));

function write(folder: string, files: Record<string, string | object>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

async function npm(folder: string, ...args: string[]): Promise<void> {
  const child = spawn('npm', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  expect(await once(child, 'exit')).toEqual([0, null]);
}

/** @returns where the registry has it */
async function publish(name: string, files: Record<string, string>, bin = {}): Promise<string> {
  const folder = path.join(home, name);
  write(folder, { ...files, 'package.json': { name, version: '1.0.0', type: 'module', bin } });
  await npm(folder, 'pack', '--pack-destination', home);
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}/${name}-1.0.0.tgz`;
}

const parts = Array.from({ length: 300 }, (_, index) => [`part-${index}.js`, `export default ${index};`]);
/** Loads another part of its package for each request. */
const service = `import { createServer } from 'node:http';
let next = 0;
const server = createServer(async (_, answer) => {
  const { default: part } = await import(\`parts/part-\${next}.js\`);
  next += 1;
  answer.end(String(part));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

beforeAll(async () => {
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const generate = `#!/usr/bin/env node\nimport { writeFileSync } from 'node:fs';\nwriteFileSync('src/generated', 'types');`;
  const tool = `#!/usr/bin/env node\nimport { readFileSync } from 'node:fs';\nconsole.log('tool with ' + readFileSync('src/generated'));`;
  const dependencies = { parts: await publish('parts', Object.fromEntries(parts)) };
  const devDependencies = {
    prisma: await publish('prisma', { 'main.js': generate }, { prisma: 'main.js' }),
    tool: await publish('tool', { 'main.js': tool }, { tool: 'main.js' }),
  };
  write(original, {
    'package.json': { name: 'small', type: 'module', workspaces: ['client'], dependencies, devDependencies },
    'client/package.json': { name: 'client', version: '1.0.0' },
    'prisma/schema.prisma': 'model One {}',
    'src/main.ts': service,
    'src/cli.ts': `import part from 'parts/part-1.js';\nconsole.log('service with part ' + part);`,
  });
  await npm(original, 'install', '--package-lock-only', '--no-audit', '--no-fund');
  cpSync(path.join(root, 'scripts'), path.join(original, 'scripts'), { recursive: true });
});
afterAll(() => {
  registry.close();
  rmSync(home, { recursive: true, force: true });
});

let folder: string;
let folders = 0;
beforeEach(() => {
  folder = path.join(home, `project-${(folders += 1)}`);
  cpSync(original, folder, { recursive: true });
});

/** A command in a process group of its own. */
function launch(...command: string[]): ChildProcess {
  return spawn(process.execPath, ['scripts/run.mjs', ...command], { cwd: folder, env, detached: true });
}

async function run(...command: string[]): Promise<{ code: number; output: string }> {
  const child = launch(...command);
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, output };
}

const works = { code: 0, output: expect.stringContaining('service with part 1') as string };
const toolWorks = { code: 0, output: expect.stringContaining('tool with types') as string };
/** The folders of installations that did not end. */
const leftovers = () => readdirSync(folder).filter((entry) => entry.startsWith('.installing'));
const isInstalled = () => existsSync(path.join(folder, 'node_modules/.package-lock.json'));

/** The processes that the launcher started; npm names itself, but not its folder. */
function childrenOf({ pid }: ChildProcess): number[] {
  return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);
}

const isRunning = (pid: number) => spawnSync('kill', ['-0', String(pid)]).status === 0;

async function untilInstalling(launcher: ChildProcess): Promise<number[]> {
  await vi.waitUntil(() => leftovers().length > 0 && childrenOf(launcher).length > 0, { timeout: 60_000, interval: 5 });
  return childrenOf(launcher);
}

/**
 * Kills a command after a tenth of a second, the next one somewhat later, and so on, until one ends before its death. In turns the launcher
 * dies alone, or with all that it started, as when a machine loses its power.
 */
async function killAtEveryMoment(command: string, afterDeath: () => Promise<void>): Promise<void> {
  for (let ms = 100, death = 0; ; ms *= 1.3, death += 1) {
    const launcher = launch(command);
    const ended = once(launcher, 'exit');
    const outcome = await Promise.race([ended.then(([code]) => code as number), wait(ms, 'killed')]);
    if (outcome !== 'killed') {
      expect({ outcome, isLate: death > 2 }).toEqual({ outcome: 0, isLate: true });
      return;
    }
    const started = childrenOf(launcher);
    process.kill(death % 2 === 0 ? launcher.pid! : -launcher.pid!, 'SIGKILL');
    await ended;
    await vi.waitUntil(() => !started.some(isRunning), { timeout: 30_000, interval: 20 });
    await afterDeath();
  }
}

test('two commands that start at the same time install once, and both work', async () => {
  const [one, other] = await Promise.all([run('src/cli.ts'), run('src/cli.ts')]);
  expect([one, other]).toEqual([works, works]);
  expect((one.output + other.output).match(/Installing the packages|waiting for it/g)!.sort()).toEqual([
    'Installing the packages',
    'waiting for it',
  ]);
  expect(leftovers()).toEqual([]);
});

test('a command that waits installs when the installing one is killed', async () => {
  const first = launch('tool');
  await untilInstalling(first);
  const second = run('tool');
  process.kill(first.pid!, 'SIGKILL');
  expect([await second, leftovers()]).toEqual([toolWorks, []]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s during an installation reaches npm, and leaves nothing',
  async (signal) => {
    const launcher = launch('tool');
    const ended = once(launcher, 'exit');
    const started = await untilInstalling(launcher);
    launcher.kill(signal);
    expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
    expect(started.filter(isRunning)).toEqual([]);
    expect({ leftovers: leftovers(), isInstalled: isInstalled() }).toEqual({ leftovers: [], isInstalled: false });
  },
);

test('a SIGKILL at any moment of an installation leaves a running service whole, and the next command works', async () => {
  expect(await run('src/cli.ts')).toEqual(works);
  const running = launch('src/main.ts');
  const [port] = await once(running.stdout!, 'data');
  let answered = 0;
  const expectAnswer = async () => {
    const answer = await (await fetch(`http://127.0.0.1:${Number(port)}/`)).text();
    expect(answer).toBe(String(answered));
    answered += 1;
  };
  try {
    await killAtEveryMoment('tool', async () => {
      await expectAnswer();
      // It needs what the service needs, which is there: nothing is installed.
      expect(await run('src/cli.ts')).toEqual({ code: 0, output: expect.not.stringContaining('Installing') });
    });
    await expectAnswer();
    expect([await run('tool'), leftovers()]).toEqual([toolWorks, []]);
  } finally {
    process.kill(-running.pid!, 'SIGKILL');
  }
});

test('after a SIGKILL at any moment of the first installation, two commands at the same time install', async () => {
  await killAtEveryMoment('tool', async () => {
    expect(await Promise.all([run('tool'), run('src/cli.ts')])).toEqual([toolWorks, works]);
    expect(leftovers()).toEqual([]);
    rmSync(path.join(folder, 'node_modules'), { recursive: true });
  });
});
