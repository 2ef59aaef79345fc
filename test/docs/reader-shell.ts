import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The terminal of somebody who follows a guide: what is pasted into it runs in one shell, in order. */
export interface ReaderShell extends AsyncDisposable {
  /** Where it stands. */
  readonly folder: string;
  /** Ends when the pasted commands have; those in the background go on. */
  paste(commands: string): Promise<{ readonly code: number; readonly stderr: string }>;
  /** All that was printed since the last paste. */
  printed(): string;
}

/** @param maxMs for how long a paste may take */
export async function openReaderShell(env: NodeJS.ProcessEnv, maxMs = 180_000): Promise<ReaderShell> {
  const home = await mkdtemp(path.join(tmpdir(), 'reader-'));
  const folder = await mkdtemp(path.join(home, 'folder-'));
  // A process group of its own, so that what the guide starts in the background ends with it.
  const shell = spawn('bash', ['--norc', '-s'], { cwd: folder, env, detached: true });
  const ended = once(shell, 'close');
  let stdout = '';
  let stderr = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  shell.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));

  const untilPrinted = async (end: RegExp): Promise<RegExpExecArray> => {
    const began = performance.now();
    for (;;) {
      const found = end.exec(stdout);
      if (found !== null) return found;
      const why = shell.exitCode !== null ? 'The shell has ended' : 'It does not end';
      if (shell.exitCode !== null || performance.now() - began > maxMs) throw new Error(`${why}: ${stdout}${stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    folder,
    async paste(commands) {
      // Not typed into the shell: a program of theirs could read what comes after it.
      const block = path.join(home, 'block.sh');
      await writeFile(block, commands);
      const mark = randomUUID();
      stdout = '';
      stderr = '';
      shell.stdin.write(`. '${block}' < /dev/null; printf '<${mark} %d>' $?\n`);
      const [end, code] = await untilPrinted(new RegExp(`<${mark} (\\d+)>`));
      stdout = stdout.replace(end, '');
      return { code: Number(code), stderr };
    },
    printed: () => stdout,
    async [Symbol.asyncDispose]() {
      if (shell.exitCode === null) process.kill(-shell.pid!, 'SIGKILL');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}
