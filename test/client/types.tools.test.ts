import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

test.each([
  ['TypeScript 5', 'client/node_modules/typescript/bin/tsc'],
  ['TypeScript 7', 'node_modules/.bin/tsc'],
])(
  'the client and the programs of its guide are right for %s after tsc --init, as the guide calls it',
  async (_, tsc) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'client-types-'));
    try {
      const guide = await readFile(path.join(root, 'docs/guides/client.md'), 'utf8');
      const files = /docs\/client\/\{([^}]+)\}\.ts/
        .exec(guide)![1]!
        .split(',')
        .map((name) => `${name}.ts`);
      for (const name of files) await cp(path.join(root, 'client', name), path.join(folder, name));
      for (const [, name, text] of guide.matchAll(/^```ts (\S+)\n([^]*?)^```$/gm)) {
        await writeFile(path.join(folder, name!), text!);
      }
      await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
      await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
      const init = /npx tsc (--init [^>]+) >/.exec(guide)![1]!.split(' ');
      await run(path.join(root, tsc), init, { cwd: folder });
      const { stdout } = await run(path.join(root, tsc), [], { cwd: folder }).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe('');
      // What was written runs on any Node.js: the imports lead to `.js`.
      const env = { ...process.env, WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
      expect((await run(process.execPath, ['hook.js'], { cwd: folder, env })).stdout).toContain(
        'Refused: webhook-time',
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
