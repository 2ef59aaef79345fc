import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningCli extends AsyncDisposable {
  /** All that it has printed so far, on both streams. */
  printed(): string;
  /** What a program reads that it is piped into. */
  lines(): string[];
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts the command as a terminal does. */
export function startCli(args: string[], env: Record<string, string> = {}): RunningCli {
  const child = spawn(process.execPath, ['src/cli.ts', ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  let output = '';
  let piped = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  child.stdout.on('data', (chunk) => (piped += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    printed: () => output,
    lines: () => piped.split('\n').slice(0, -1),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

/** Runs the command to its end. */
export async function runCli(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  await using cli = startCli(args, env);
  return { code: await cli.ended, output: cli.printed() };
}
