import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '../../src/embedded/free-port.ts';

vi.setConfig({ testTimeout: 240_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'auction-commands-'));
// As mkdir makes it: a folder that only root may enter is another matter.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = path.resolve(import.meta.dirname, '../../src');

function run(command: string, dataDir: string, ...args: string[]): Promise<{ code: unknown; output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  return new Promise((done) => {
    execFile(process.execPath, [path.join(source, command), ...args], { env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

/** The service as `npm start` runs it. */
async function start(dataDir: string): Promise<{ url: string } & AsyncDisposable> {
  const port = await freePort();
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
  const child: ChildProcess = spawn(process.execPath, [path.join(source, 'main.ts')], {
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
  const file = path.join(folder, 'copy.backup');
  let key: string;
  let auctions: string[];
  {
    await using service = await start(first);
    key = readFileSync(path.join(first, 'test-seller-key'), 'utf8');
    auctions = await auctionsAt(service.url, key);
    expect(auctions).toHaveLength(1);
    expect(await run('backup.ts', first, file)).toMatchObject({
      code: 0,
      output: expect.stringContaining('read again'),
    });
    const running = await run('restore.ts', first, file, '--force');
    expect(running).toMatchObject({ code: 1, output: expect.stringContaining('stop it first') });
  }
  expect(await run('restore.ts', second, file)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored '),
  });
  const again = await run('restore.ts', second, file);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('--force') });
  await using service = await start(second);
  expect(await auctionsAt(service.url, key)).toEqual(auctions);
});

test.each([
  ['backup.ts', [], 'There is no database in'],
  ['restore.ts', [], 'Usage: npm run restore -- FILE'],
])('%s %j ends with a sentence', async (command, args, sentence) => {
  const { code, output } = await run(command, path.join(folder, 'nothing'), ...args);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(sentence) });
  expect(output).not.toContain('    at ');
});
