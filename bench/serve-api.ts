import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../src/embedded/free-port.ts';
import { withDatabase } from '../test/support/settings.ts';

export interface ServedApi extends AsyncDisposable {
  readonly port: number;
  readonly child: ChildProcess;
}

/**
 * An API process as it is deployed, ready when this returns. Its log is written, and read by nobody.
 *
 * @param options.env what it is configured with beside, or in place of, what it would be
 * @param options.checkout the folder of another version of the service
 * @param options.execArgv what Node is started with
 */
export async function serveApi(
  databaseUrl: string,
  options: { checkout?: string; execArgv?: string[]; env?: Readonly<Record<string, string>> } = {},
): Promise<ServedApi> {
  const { checkout = path.resolve(import.meta.dirname, '..'), execArgv = [], env = {} } = options;
  const port = await freePort();
  const child = fork(path.join(checkout, 'src/main.ts'), {
    cwd: checkout,
    execArgv,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ...withDatabase(databaseUrl),
      SECRETS_KEY: 'b'.repeat(64),
      PORT: String(port),
      ROLE: 'api',
      // Limits are on, and never reached; each bidder has an address of its own.
      RATE_LIMIT_KEY: '999999999/60',
      RATE_LIMIT_IP: '999999999/60',
      TRUST_PROXY: '1',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error('The service did not start.');
    await delay(50);
  }
  return {
    port,
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await exited;
      clearTimeout(impatience);
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
