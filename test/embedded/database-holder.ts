import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export interface DatabaseHolder extends AsyncDisposable {
  /** `null`: it could not have the database. */
  readonly url: string | null;
  /** What it said on standard error, once it has ended. */
  readonly errors: Promise<string>;
  /** Ends it, and tells how it ended. */
  end(signal: NodeJS.Signals): Promise<unknown[]>;
  crash(): Promise<unknown[]>;
}

/** Another process, with the database of this folder. */
export async function holdDatabase(dataDir: string): Promise<DatabaseHolder> {
  const holder = spawn(process.execPath, [path.join(import.meta.dirname, 'hold-database.ts'), dataDir]);
  const ended = once(holder, 'exit');
  const errors = text(holder.stderr);
  const line = once(createInterface({ input: holder.stdout }), 'line').then(([url]) => String(url));
  const url = await Promise.race([line, ended.then(() => null)]);
  const end = (signal: NodeJS.Signals) => {
    holder.kill(signal);
    return ended;
  };
  return {
    url,
    errors,
    end,
    crash() {
      holder.stdin.write('crash\n');
      return ended;
    },
    async [Symbol.asyncDispose]() {
      await end('SIGKILL');
    },
  };
}
