import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface Started extends AsyncDisposable {
  readonly publicUrl: string;
  readonly key: string;
  /** The command that it shows for a first auction. */
  readonly curl: string;
  /** The command that advances the test clock by three minutes. */
  readonly letTimePass: string;
  /** All that it has printed so far. */
  printed(): string;
  /** Ends all that it started, as Ctrl-C in its terminal does. */
  interrupt(): Promise<Ended>;
  /** Signals npm alone, as a supervisor does. */
  signal(signal: NodeJS.Signals): Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A `npm start` that serves; it throws with what it said if it ends instead. */
export async function npmStart(folder: string, env: NodeJS.ProcessEnv = {}, args = ['start']): Promise<Started> {
  const running = run(folder, args, { PORT: '0', ...env });
  const output = await running.saying('every other hold is released');
  if (output === null) throw new Error(`It ended: ${(await running.ended).output}`);
  return {
    publicUrl: / REST +(http.*)\/v1$/m.exec(output)![1]!,
    key: /\bauc_test_\w+/.exec(output)![0],
    curl: /^NOW=[^]*?\n {2}}'$/m.exec(output)![0],
    letTimePass: /^curl [^]*?advanceTestClock.*$/m.exec(output.slice(output.indexOf('Open its auctionUrl')))![0],
    printed: running.printed,
    interrupt: () => running.kill(-running.child.pid!, 'SIGINT'),
    signal: (signal) => running.kill(running.child.pid!, signal),
    async [Symbol.asyncDispose]() {
      await running.kill(-running.child.pid!, 'SIGINT');
    },
  };
}

/** An npm command that ends by itself. */
export function npmRun(folder: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return run(folder, args, env).ended;
}

function run(folder: string, args: string[], env: NodeJS.ProcessEnv) {
  // Its own process group, as a terminal gives to each command.
  const child = spawn('npm', args, { cwd: folder, env: hostEnvironment(env), detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return {
    child,
    ended,
    printed: () => output,
    saying: (text: string) => Promise.race([said(child, text, () => output), ended.then(() => null)]),
    kill(pid: number, signal: NodeJS.Signals) {
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, signal);
      return ended;
    },
  };
}

function said(child: ChildProcess, text: string, output: () => string): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      if (output().includes(text)) resolve(output());
    });
  });
}

/** What a terminal of this machine has: its own Node, and nothing of this test's. */
export function hostEnvironment(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return {
    PATH: folders.filter((entry) => !entry.includes('node_modules')).join(path.delimiter),
    HOME: process.env['HOME'],
    ...env,
  };
}
