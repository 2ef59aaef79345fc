// Part of `npm run print:schema`: writes gql/, the types of this example's operations, from schema.graphql; `--check` compares.
// With @graphql-codegen/cli the same is a configuration file: see README.md. Here the preset is run without it, so that
// nothing has to be installed for it.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { preset } from '@graphql-codegen/client-preset';
import { buildSchema, parse } from 'graphql';

const root = new URL('../../', import.meta.url);
const here = new URL('./', import.meta.url);

const config = {
  useTypeImports: true,
  importExtension: '.ts',
  documentMode: 'string',
  enumType: 'string-literal',
  strictScalars: true,
  scalars: { UUID: 'string', DateTime: 'string', UnixTimestamp: 'number', Cents: 'number' },
};

/** What stands between the backquotes of `graphql(…)`. */
const operation = /\bgraphql\(`([^`]*)`\)/g;

const sdl = await readFile(new URL('schema.graphql', root), 'utf8');
const sources = (await readdir(here)).filter((name) => name.endsWith('.ts') && name !== 'codegen.ts').sort();
const texts = await Promise.all(sources.map((name) => readFile(new URL(name, here), 'utf8')));
const documents = texts.flatMap((text, index) =>
  [...text.matchAll(operation)].map(([, rawSDL]) => ({
    location: sources[index]!,
    rawSDL: rawSDL!,
    document: parse(rawSDL!),
  })),
);

const schemaAst = buildSchema(sdl);
const files = await preset.buildGeneratesSection({
  baseOutputDir: 'gql/',
  schema: parse(sdl),
  schemaAst,
  documents,
  config,
  presetConfig: {},
  plugins: [],
  pluginMap: {},
});
await mkdir(new URL('gql/', here), { recursive: true });
for (const file of files) {
  const parts = [];
  for (const [name, options] of file.plugins.flatMap((plugin) => Object.entries(plugin))) {
    const { plugin } = file.pluginMap[name]!;
    const output = await plugin(
      schemaAst,
      file.documents,
      { ...file.config, ...(options as object) },
      { outputFile: file.filename },
    );
    parts.push(typeof output === 'string' ? { content: output } : output);
  }
  const prepended = new Set(parts.flatMap(({ prepend = [] }: { prepend?: string[] }) => prepend));
  const text = [...prepended, ...parts.map(({ content }) => content)].join('\n');
  const url = new URL(file.filename, here);
  if (!process.argv.includes('--check')) {
    await writeFile(url, `${text}\n`);
  } else if ((await readFile(url, 'utf8').catch(() => null)) !== `${text}\n`) {
    console.error(`examples/front-end/${file.filename} is not current: run "npm run print:schema" and commit it.`);
    process.exitCode = 1;
  }
}
