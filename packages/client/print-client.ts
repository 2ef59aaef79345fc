// Part of `npm run print:schema`: writes the types of `/v1` for TypeScript and for Python from the OpenAPI document, and
// compiles the TypeScript client; `--check` compares instead.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { type OpenapiDocument, printTypedDicts } from './typed-dicts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const document = path.join(root, 'docs/openapi.json');
const from = 'Generated from docs/openapi.json by `npm run print:schema`.';

const types = astToString(await openapiTypescript(new URL(`file://${document}`)));
const typedDicts = printTypedDicts(JSON.parse(await readFile(document, 'utf8')) as OpenapiDocument);

const compiled = await mkdtemp(path.join(tmpdir(), 'client-'));
await print('packages/client/v1.d.ts', `// ${from}\n\n${types}`);
await print('packages/client-python/auction_client/v1.py', `# ${from}\n\n${typedDicts}`);
try {
  const compiler = path.join(root, 'node_modules/.bin/tsc');
  await promisify(execFile)(compiler, ['-p', path.join(root, 'packages/client'), '--outDir', compiled]);
  for (const name of await readdir(compiled)) {
    await print(`packages/client/dist/${name}`, await readFile(path.join(compiled, name), 'utf8'));
  }
} finally {
  await rm(compiled, { recursive: true });
}

async function print(name: string, text: string): Promise<void> {
  const file = path.join(root, name);
  if (!process.argv.includes('--check')) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => null)) !== text) {
    console.error(`${name} is not current: run "npm run print:schema" and commit it.`);
    process.exitCode = 1;
  }
}
