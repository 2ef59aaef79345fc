import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../src/platform/embedded/free-port.ts';
import { withDatabase } from '../test/support/settings.ts';

/** A process that answers HTTP. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly child: ChildProcess;
  readonly pid: number;
}

export interface ServerOptions {
  /** Settings in addition to those of every server, or in their place; `undefined` leaves a setting to its default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The arguments of Node. */
  readonly execArgv?: readonly string[];
  /** The program: the service, unless another one is named. */
  readonly file?: string;
  /** Takes each line of its log, which is thrown away otherwise. */
  readonly onLine?: (line: string) => void;
}

const here = path.resolve(import.meta.dirname, '..');
const stopLimitMs = 15_000;

/** Starts a server as it is deployed, in production mode. It answers when this returns. */
export async function startServer(
  databaseUrl: string,
  { env = {}, execArgv = [], file = serviceOf(here), onLine }: ServerOptions = {},
): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [...execArgv, file], {
    env: {
      PATH: process.env['PATH'],
      // As run.mjs starts the service: what is compiled once is not compiled at each start.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      ...withDatabase(databaseUrl),
      SECRETS_KEY: 'b'.repeat(64),
      PORT: String(port),
      PUBLIC_URL: 'http://localhost:4000',
      ROLE: 'api',
      // Limits are on and never reached. Each bidder has an address of its own.
      RATE_LIMIT_KEY: '999999999/60',
      RATE_LIMIT_IP: '999999999/60',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', onLine === undefined ? 'ignore' : 'pipe', 'inherit'],
  });
  if (onLine !== undefined) createInterface({ input: child.stdout! }).on('line', onLine);
  const exited = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(`${origin}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`${file} did not start.`);
    await delay(50);
  }
  return {
    port,
    origin,
    child,
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await exited;
      clearTimeout(impatience);
    },
  };
}

/** Returns the program of the service in a checkout. */
export function serviceOf(checkout: string): string {
  return path.resolve(checkout, 'src/main.ts');
}

/** A service that is not ready yet answers 503; the peers answer this path in their own way. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.status !== 503;
  } catch {
    return false;
  }
}
