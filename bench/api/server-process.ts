import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/embedded/free-port.ts';
import type { ServerName } from './api-operation.ts';
import { withDatabase } from '../../test/support/settings.ts';

/** Something that answers the same requests as the others. */
export interface ServerProcess extends AsyncDisposable {
  readonly name: ServerName;
  readonly pid: number;
  readonly origin: string;
}

const here = import.meta.dirname;

/**
 * Starts a server as it would be deployed: production mode, no log of requests.
 *
 * @param options.flags of Node
 * @param options.before the folder of the checkout that `before` is
 */
export async function startServer(
  name: ServerName,
  databaseUrl: string,
  { flags = [], before }: { flags?: readonly string[]; before?: string | undefined } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const file = fileOf(name, before);
  const child = spawn(process.execPath, [...flags, file], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ...withDatabase(databaseUrl),
      SECRETS_KEY: 'b'.repeat(64),
      PORT: String(port),
      PUBLIC_URL: 'http://localhost:4000',
      // Limits are on and never reached, here as there.
      RATE_LIMIT_KEY: '1000000/60',
      RATE_LIMIT_IP: '1000000/60',
      ROLE: 'api',
      // Bidders come from many addresses.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      PRISMA_CLIENT: path.resolve(here, '../../src/db/generated/client.ts'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isAnswering(origin))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start.`);
    await delay(50);
  }
  return {
    name,
    pid: child.pid!,
    origin,
    [Symbol.asyncDispose]: () => stop(child, exited),
  };
}

function fileOf(name: ServerName, before: string | undefined): string {
  if (name === 'ours') return path.resolve(here, '../../src/main.ts');
  if (name === 'before') return path.resolve(before!, 'src/main.ts');
  return path.resolve(here, `../peers/${name}.mjs`);
}

async function isAnswering(origin: string): Promise<boolean> {
  try {
    await (await fetch(origin)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(impatience);
}
