import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';
import { findEmbeddedDatabase } from '../../src/platform/embedded/find-embedded-database.ts';
import { freePort } from '../support/free-port.ts';
import { withDatabase } from '../support/settings.ts';

vi.setConfig({ testTimeout: 240_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'auction-commands-'));
// As mkdir makes it: a folder that only root may enter is another matter.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sourceFolder = path.resolve(import.meta.dirname, '../../src');

const programOf = (command: string) =>
  command === 'migrate' ? [path.join(sourceFolder, 'migrate.ts')] : [path.join(sourceFolder, 'cli.ts'), command];

function run(
  command: string,
  dataDir: string,
  args: string[] = [],
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: unknown; output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...more };
  return new Promise((done) => {
    execFile(process.execPath, [...programOf(command), ...args], { env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

/** The service as `npm start` runs it. */
async function start(dataDir: string): Promise<{ url: string } & AsyncDisposable> {
  const port = await freePort();
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
  const child: ChildProcess = spawn(process.execPath, [path.join(sourceFolder, 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (output.includes('Ctrl-C stops it')) break;
  }
  child.stdout!.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function auctionsAt(url: string, key: string): Promise<string[]> {
  const answer = await fetch(`${url}/v1/auctions`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  const { auctions } = (await answer.json()) as { auctions: { auctionId: string }[] };
  return auctions.map(({ auctionId }) => auctionId);
}

test('a running service is copied, and another one goes on from the copy, with the same keys', async () => {
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  const copy = path.join(folder, 'copy');
  let key: string;
  let auctions: string[];
  {
    await using service = await start(first);
    key = readFileSync(path.join(first, 'test-seller-key'), 'utf8');
    auctions = await auctionsAt(service.url, key);
    expect(auctions).toHaveLength(1);
    expect(await run('backup', first, [copy])).toMatchObject({
      code: 0,
      output: expect.stringContaining('Copied into'),
    });
    const { output } = await run('backup', first, ['--url']);
    expect(output.trim()).toBe(await findEmbeddedDatabase(first));
    const running = await run('restore', first, [copy, '--force']);
    expect(running).toMatchObject({ code: 1, output: expect.stringContaining('stop it first') });
  }
  expect(await run('restore', second, [copy])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored the backup of '),
  });
  const again = await run('restore', second, [copy]);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('--force') });
  await using service = await start(second);
  expect(await auctionsAt(service.url, key)).toEqual(auctions);
});

test('a restore that is killed leaves the database from before it, or the restored one', async () => {
  const [source, target] = [path.join(folder, 'source'), path.join(folder, 'target')];
  const copy = path.join(folder, 'migrated');
  expect(await run('migrate', source)).toMatchObject({ code: 0 });
  expect(await run('backup', source, [copy])).toMatchObject({ code: 0 });
  await (await startEmbeddedPostgres({ dataDir: target }))[Symbol.asyncDispose]();
  const left = new Set<string>();
  const building = () =>
    readdirSync(target).find((name) => name.startsWith('restored-') && !left.has(name)) ?? 'none yet';
  for (const [point, isRestored] of [
    [() => path.join(building(), 'postgres/base'), false],
    [() => path.join(building(), 'postgres/postmaster.pid'), false],
    [() => 'database', true],
  ] as const) {
    const restoring = spawn(process.execPath, [...programOf('restore'), copy, '--force'], {
      env: { PATH: process.env['PATH'], DATA_DIR: target },
    });
    const ended = once(restoring, 'exit');
    while (!existsSync(path.join(target, point()))) await delay(5);
    restoring.kill('SIGKILL');
    await ended;
    left.add(building());
    await using server = await startEmbeddedPostgres({ dataDir: target });
    await using db = await connectDatabase(server.url);
    const { rows } = await db.query(`select to_regclass('sellers') is not null as "isRestored"`);
    expect(rows).toEqual([{ isRestored }]);
  }
});

test('a complete backup is marked in the database, for its age', async () => {
  const source = path.join(folder, 'marked');
  expect(await run('migrate', source)).toMatchObject({ code: 0 });
  expect(await run('backup', source)).toMatchObject({ code: 0 });
  await using server = await startEmbeddedPostgres({ dataDir: source });
  await using db = await connectDatabase(server.url);
  const { rows } = await db.query(
    `select made_at > clock_timestamp() - interval '10 minutes' as "isNew" from backup_marks`,
  );
  expect(rows).toEqual([{ isNew: true }]);
});

test.each(['backup', 'restore'])('%s leaves a DATABASE_URL to its owner', async (command) => {
  const { code, output } = await run(command, folder, [], withDatabase('postgres://other/db'));
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringMatching(/DATABASE_URL.*(pg_dump|pg_restore)/),
  });
});

test.each([
  ['backup', [], 'There is no database in'],
  ['backup', ['--url'], 'No database is running here'],
  ['restore', [], 'Usage: npm run cli -- restore FOLDER'],
])('%s %j ends with a sentence', async (command, args, sentence) => {
  const { code, output } = await run(command, path.join(folder, 'nothing'), args);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(sentence) });
  expect(output).not.toContain('    at ');
});
