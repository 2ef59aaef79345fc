// `npm run print:schema`: writes the committed files that are generated from the code; `--check` compares instead.
import { readFile } from 'node:fs/promises';
import { errorsDocument } from '../src/api/docs/error-guide.ts';
import { openapiDocument } from '../src/api/docs/openapi/openapi-document.ts';
import { postmanCollection } from '../src/api/docs/openapi/postman-collection.ts';
import { printedSchema } from '../src/api/graphql/print-schema.ts';
import { v1Schema } from '../src/api/graphql/schema.ts';
import { printFile } from './print-file.ts';
import { unlistedBreaks } from './unlisted-breaks.ts';
import { withPrintedMoves } from './print-moves.ts';
import { printedDecisions, printedStatements } from './print-statements.ts';

const root = new URL('../', import.meta.url);
const read = (name: string) => readFile(new URL(name, root), 'utf8');
// The service itself serves both with its own address.
const openapi = openapiDocument(v1Schema, { publicUrl: 'https://auctions.example' });
const generated: Record<string, string> = {
  'schema.graphql': printedSchema(),
  'docs/errors.md': errorsDocument(),
  'docs/openapi.json': `${JSON.stringify(openapi, null, 2)}\n`,
  'docs/postman.json': `${JSON.stringify(postmanCollection(openapi), null, 2)}\n`,
  'docs/payment-states.md': withPrintedMoves(await read('docs/payment-states.md')),
  'docs/decisions.sql': await printedDecisions(),
  'docs/statements.sql': await printedStatements(await read('docs/guides/graphql.md')),
};

for (const [name, text] of Object.entries(generated)) await printFile(name, text);

if (process.argv.includes('--check')) {
  const [released, changelog] = await Promise.all([
    read('tools/schema.released.graphql'),
    read('docs/guides/changes.md'),
  ]);
  for (const change of unlistedBreaks(released, printedSchema(), changelog)) {
    console.error(`This breaks clients: ${change} Deprecate instead, or list \`${change}\` in docs/guides/changes.md.`);
    process.exitCode = 1;
  }
}
