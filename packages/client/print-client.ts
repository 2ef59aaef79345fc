// Part of `npm run print:schema`: writes the types of `/v1` for TypeScript and for Python from the OpenAPI document, and
// compiles the TypeScript client; `--check` compares instead.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { printFile } from '../../tools/print-file.ts';
import { type OpenapiDocument, printTypedDicts } from './typed-dicts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const document = path.join(root, 'docs/openapi.json');
const from = 'Generated from docs/openapi.json by `npm run print:schema`.';

const types = astToString(await openapiTypescript(new URL(`file://${document}`)));
const typedDicts = printTypedDicts(JSON.parse(await readFile(document, 'utf8')) as OpenapiDocument);

const compiled = await mkdtemp(path.join(tmpdir(), 'client-'));
await printFile('packages/client/v1.d.ts', `// ${from}\n\n${types}`);
await printFile('packages/client-python/auction_client/v1.py', `# ${from}\n\n${typedDicts}`);
try {
  const compiler = path.join(root, 'node_modules/.bin/tsc');
  await promisify(execFile)(compiler, ['-p', path.join(root, 'packages/client'), '--outDir', compiled]);
  for (const name of await readdir(compiled)) {
    await printFile(`packages/client/dist/${name}`, await readFile(path.join(compiled, name), 'utf8'));
  }
} finally {
  await rm(compiled, { recursive: true });
}
