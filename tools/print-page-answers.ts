// Part of `npm run print:schema`: writes src/pages/seller/generated/, the types of the answers to the queries of the seller's pages;
// `--check` compares.
import { readFile } from 'node:fs/promises';
import { preset } from '@graphql-codegen/client-preset';
import { buildSchema, parse } from 'graphql';
import { sellerPages } from '../src/pages/seller/pages.ts';
import { profileForPreview } from '../src/pages/seller/views/preview-view.ts';
import { printFile } from './print-file.ts';

const sdl = await readFile(new URL('../schema.graphql', import.meta.url), 'utf8');
const schemaAst = buildSchema(sdl);
const texts = [...sellerPages.map(({ document }) => document), profileForPreview];
const files = await preset.buildGeneratesSection({
  baseOutputDir: 'generated/',
  schema: parse(sdl),
  schemaAst,
  documents: texts.map((rawSDL) => ({ location: 'pages', rawSDL, document: parse(rawSDL) })),
  config: {
    documentMode: 'string',
    enumType: 'string-literal',
    strictScalars: true,
    scalars: { UUID: 'string', DateTime: 'string', UnixTimestamp: 'number', Cents: 'number' },
  },
  presetConfig: { fragmentMasking: false },
  plugins: [],
  pluginMap: {},
});
const types = files.find(({ filename }) => filename.endsWith('graphql.ts'))!;
const { plugin } = types.pluginMap['typescript-operations']!;
const output = await plugin(schemaAst, types.documents, types.config, { outputFile: 'answers.ts' });
const content = typeof output === 'string' ? output : output.content;
// The pages use the answers alone, and the schema has the descriptions.
const answers = content
  .replaceAll(/^ *\/\*\*.*?\*\/\n|^export type \w+QueryVariables = .*?;\n\n+(?=export)/gms, '')
  .trim();
await printFile('src/pages/seller/generated/answers.ts', `${answers}\n`);
