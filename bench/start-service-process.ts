import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const main = path.resolve(import.meta.dirname, '../src/main.ts');

const stopLimitMs = 15_000;

/** pino's number of the level from which on a line is shown. */
const warn = 40;

/**
 * A process of the service as it is deployed, running when this returns.
 *
 * @param env what it is configured with, beside a free port, and nothing else
 */
export async function startServiceProcess(env: Readonly<Record<string, string>>): Promise<AsyncDisposable> {
  const service = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'info',
      PORT: '0',
      RATE_LIMIT_KEY: 'off',
      RATE_LIMIT_IP: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(service, 'exit');
  const lines = createInterface({ input: service.stdout });
  const isRunning = await new Promise<boolean>((resolve) => {
    lines.on('line', (line) => {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string };
      if (level >= warn) console.error(line);
      if (msg === 'The service is running.') resolve(true);
    });
    lines.once('close', () => resolve(false));
  });
  if (!isRunning) throw new Error('A process of the service did not start.');
  return { [Symbol.asyncDispose]: () => stop(service, exited) };
}

async function stop(service: ChildProcess, exited: Promise<unknown>): Promise<void> {
  service.kill('SIGTERM');
  const impatience = setTimeout(() => service.kill('SIGKILL'), stopLimitMs);
  await exited;
  clearTimeout(impatience);
}
