import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';
import { requireProgram } from './optional-programs.ts';

/** A Redis of the test's own: a real server on a free port of this machine, with nothing on disk. */
export interface TestRedis extends AsyncDisposable {
  readonly url: string;
  /** Takes the server away, with all that it kept; `start` brings an empty one back at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** The server keeps its connections and answers nothing, as behind a broken network; `thaw` ends it. */
  freeze(): void;
  thaw(): void;
  flushAll(): Promise<void>;
  /** One command, as `redis-cli` would send it. */
  command(name: string, ...args: string[]): Promise<unknown>;
}

/** @param settings of redis.conf, such as `{ hz: '100' }` */
export async function startRedis(settings: Record<string, string> = {}): Promise<TestRedis> {
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'test-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | null = null;

  const start = async () => {
    const all = { port: `${port}`, bind: '127.0.0.1', dir, save: '', appendonly: 'no', ...settings };
    const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
    server = spawn(requireProgram('redis'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await untilReady(server);
  };
  const stop = async () => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  const command = async (name: string, ...args: string[]) => {
    const client = new Redis(url);
    try {
      return await client.call(name, ...args);
    } finally {
      client.disconnect();
    }
  };

  await start();
  return {
    url,
    start,
    stop,
    freeze: () => server?.kill('SIGSTOP'),
    thaw: () => server?.kill('SIGCONT'),
    command,
    flushAll: async () => void (await command('flushall')),
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(dir, { recursive: true });
    },
  };
}

async function untilReady(server: ChildProcess): Promise<void> {
  let output = '';
  for await (const chunk of server.stdout!.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (!output.includes('Ready to accept connections')) continue;
    server.stdout!.resume(); // What it says from now on is of no interest, and must not fill the pipe.
    return;
  }
  throw new Error(`redis-server did not start:\n${output}`);
}
