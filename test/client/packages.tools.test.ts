import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { packNpmPackage, packPythonPackage } from '../../src/api/docs/client-packages.ts';
import { describeWith } from '../support/describe-with.ts';
import { requireProgram } from '../support/optional-programs.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function emptyFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'client-package-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Writes the programs that a guide shows, and returns the text of the guide. */
async function writePrograms(guideName: string, folder: string): Promise<string> {
  const guide = await readFile(path.join(root, `docs/guides/${guideName}.md`), 'utf8');
  for (const [, name, text] of guide.matchAll(/^```(?:ts|python) (\S+)\n([^]*?)^```$/gm)) {
    await writeFile(path.join(folder, name!), text!);
  }
  return guide;
}

describe('the TypeScript client', () => {
  test.each([
    ['the folder', () => path.join(root, 'packages/client')],
    ['the package that the service hands out', () => 'auction-service-client.tgz'],
  ])(
    'installs in an empty folder from %s, and its guide is right for two compilers',
    async (_, source) => {
      await using made = await emptyFolder();
      const cwd = made.folder;
      const guide = await writePrograms('client', cwd);
      await writeFile(path.join(cwd, 'package.json'), '{ "type": "module" }');
      await writeFile(path.join(cwd, 'auction-service-client.tgz'), packNpmPackage());
      // It has no dependency, so nothing is asked of a registry.
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', source()], { cwd });
      const env = { ...process.env, WEBHOOK_SECRET: secret };
      expect((await run(process.execPath, ['hook.ts'], { cwd, env })).stdout).toContain('Refused: webhook-time');

      // The types of Node.js, as the guide installs them.
      await cp(path.join(root, 'node_modules/@types/node'), path.join(cwd, 'node_modules/@types/node'), {
        recursive: true,
      });
      await cp(path.join(root, 'node_modules/undici-types'), path.join(cwd, 'node_modules/undici-types'), {
        recursive: true,
      });
      const init = /npx tsc (--init [^>]+) >/.exec(guide)![1]!.trim().split(' ');
      for (const compiler of ['packages/client/node_modules/typescript/bin/tsc', 'node_modules/.bin/tsc']) {
        await rm(path.join(cwd, 'tsconfig.json'), { force: true });
        await run(path.join(root, compiler), init, { cwd });
        const { stdout } = await run(path.join(root, compiler), ['--noEmit'], { cwd }).catch(
          (error: { stdout: string }) => error,
        );
        expect(stdout).toBe('');
      }
    },
    300_000,
  );
});

describeWith('pip', 'the Python client', () => {
  const python = () => requireProgram('python');

  test.for(['the package that the service hands out', 'the folder'])(
    'installs in an empty folder from %s',
    { timeout: 300_000 },
    async (kind) => {
      await using made = await emptyFolder();
      const cwd = made.folder;
      await writePrograms('python', cwd);
      const packed = path.join(cwd, 'auction-service-client.tar.gz');
      await writeFile(packed, packPythonPackage());
      // A build writes into its folder.
      const copy = path.join(cwd, 'client-python');
      await cp(path.join(root, 'packages/client-python'), copy, { recursive: true });
      const source = kind === 'the folder' ? copy : packed;
      const packages = path.join(cwd, 'packages');
      await run(python(), ['-m', 'pip', 'install', '--no-index', '--target', packages, source], { cwd });
      const env = { ...process.env, WEBHOOK_SECRET: secret, PYTHONPATH: packages };
      expect((await run(python(), ['hook.py'], { cwd, env })).stdout).toContain('Refused: webhook-time');
      const [, version] = /^Version: (.+)$/m.exec(await readFile(path.join(copy, 'wheel/METADATA'), 'utf8'))!;
      const { stdout } = await run(
        python(),
        [
          '-c',
          'import auction_client, importlib.metadata as m; print(auction_client.__file__, m.version("auction-service-client"))',
        ],
        { cwd, env },
      );
      expect(stdout).toBe(`${path.join(packages, 'auction_client/__init__.py')} ${version}\n`);
      // Type checkers believe a package that says so.
      expect(await readFile(path.join(packages, 'auction_client/py.typed'), 'utf8')).toBe('');
    },
  );
});
