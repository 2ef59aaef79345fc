// `npm run print:client`: writes v1.ts, the types of `/v1`, from the OpenAPI document; `--check` compares instead.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';

const document = new URL('../docs/openapi.json', import.meta.url);
const file = new URL('v1.ts', import.meta.url);

const types = astToString(
  await openapiTypescript(document, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
  }),
);
const text = `// Generated from docs/openapi.json by \`npm run print:client\`.\n\n${types}`;

if (!process.argv.includes('--check')) {
  await writeFile(file, text);
} else if ((await readFile(file, 'utf8').catch(() => null)) !== text) {
  console.error('client/v1.ts is not current: run "npm run print:client" and commit it.');
  process.exitCode = 1;
}
