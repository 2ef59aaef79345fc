// Part of `npm run print:schema`: writes the types of `/v1` for TypeScript and for Python from the OpenAPI document; `--check`
// compares instead.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { type OpenapiDocument, printTypedDicts } from './typed-dicts.ts';

const document = new URL('../docs/openapi.json', import.meta.url);
const from = 'Generated from docs/openapi.json by `npm run print:schema`.';

const types = astToString(await openapiTypescript(document));
const typedDicts = await printTypedDicts(JSON.parse(await readFile(document, 'utf8')) as OpenapiDocument);

const files = {
  'v1.ts': `// ${from}\n\n${types}`,
  'python/auction_client/v1.py': `# ${from}\n\n${typedDicts}`,
};
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, import.meta.url);
  if (!process.argv.includes('--check')) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => null)) !== text) {
    console.error(`client/${name} is not current: run "npm run print:schema" and commit it.`);
    process.exitCode = 1;
  }
}
