import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

const main = resolve(import.meta.dirname, '../../src/main.ts');

/** A process of the service as it is deployed, on a free port. */
export interface ServiceProcess extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  /** Ends it at once, wherever it is, as a lost machine does. */
  kill(): Promise<void>;
  /** Asks it to stop, as a supervisor does; called again, once more. Gives its exit code when it has ended. */
  stop(): Promise<number | null>;
  /** What it has written to its log. */
  readonly lines: readonly string[];
}

/**
 * Running when this returns.
 *
 * @param env what it is configured with, beside its port, and nothing else
 */
export async function startServiceProcess(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'info', PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const written: string[] = [];
  lines.on('line', (line) => written.push(line));
  const isRunning = await new Promise<boolean>((decide) => {
    lines.on('line', (line) => line.includes('The service is running.') && decide(true));
    lines.once('close', () => decide(false));
  });
  if (!isRunning) throw new Error('A process of the service did not start.');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (isOver(child)) return;
    child.kill(signal);
    await exited;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    lines: written,
    kill: () => end('SIGKILL'),
    async stop() {
      if (!isOver(child)) child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
