import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

/** The terminal of somebody who follows a guide: what is pasted into it runs in one shell, in order. */
export interface ReaderShell extends AsyncDisposable {
  /** Ends when the pasted commands have; those in the background go on. */
  paste(commands: string): Promise<{ readonly code: number; readonly stderr: string }>;
  /** All that was printed since the last paste. */
  printed(): string;
}

const longestMs = 180_000;

export function openReaderShell(folder: string, env: NodeJS.ProcessEnv): ReaderShell {
  // A process group of its own, so that what the guide starts in the background ends with it.
  const shell = spawn('bash', ['--norc', '-s'], { cwd: folder, env, detached: true });
  const ended = once(shell, 'close');
  let stdout = '';
  let stderr = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  shell.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const until = async (isSo: () => boolean, what: string) => {
    const began = performance.now();
    while (!isSo()) {
      if (performance.now() - began > longestMs)
        throw new Error(`Waited in vain for the end of: ${what}\n${stdout}${stderr}`);
      if (shell.exitCode !== null) throw new Error(`The shell ended with ${shell.exitCode} at: ${what}\n${stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    async paste(commands) {
      const mark = randomUUID();
      stdout = '';
      stderr = '';
      shell.stdin.write(`${commands}\nprintf '${mark} %d' $?; printf '${mark}' >&2\n`);
      await until(() => stdout.includes(mark) && stderr.includes(mark), commands);
      const [before, after] = stdout.split(mark) as [string, string];
      await until(() => /^ \d+/.test(stdout.split(mark)[1]!), commands);
      const code = Number(/^ (\d+)/.exec(stdout.split(mark)[1] ?? after)![1]);
      stdout = before + (stdout.split(mark)[1] ?? '').replace(/^ \d+/, '');
      return { code, stderr: stderr.replace(mark, '') };
    },
    printed: () => stdout,
    async [Symbol.asyncDispose]() {
      if (shell.exitCode === null) process.kill(-shell.pid!, 'SIGKILL');
      await ended;
    },
  };
}
