// `npm run build`: reads the schema that the public key sees, generates the types of all operations from it, and bundles the
// three pages that need that. The page without a build is served as it is.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transformAsync } from '@babel/core';
import { build } from 'esbuild';

const { SERVICE_URL = 'http://localhost:4000', PUBLIC_KEY, NODE_ENV = 'production' } = process.env;
const here = import.meta.dirname;
const generated = path.join(here, 'generated');

const response = await fetch(`${SERVICE_URL}/docs/schema.graphql`, {
  headers: { authorization: `Bearer ${PUBLIC_KEY}` },
});
if (!response.ok) throw new Error(`PUBLIC_KEY reads no schema at ${SERVICE_URL}: ${response.status}`);
await mkdir(path.join(generated, 'relay'), { recursive: true });
await writeFile(path.join(generated, 'schema.graphql'), await response.text());

for (const tool of ['graphql-codegen', 'relay-compiler']) {
  execFileSync(process.execPath, [path.join(here, 'node_modules/.bin', tool)], { cwd: here, stdio: 'inherit' });
}

await build({
  entryPoints: ['apollo', 'urql', 'relay'].map((client) => ({ in: path.join(here, client, 'main.tsx'), out: client })),
  outdir: path.join(generated, 'pages'),
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  minify: true,
  define: { 'process.env.NODE_ENV': JSON.stringify(NODE_ENV) },
  logLevel: 'warning',
  plugins: [{ name: 'relay', setup: ({ onLoad }) => onLoad({ filter: /\/relay\/\w+\.tsx$/ }, loadRelay) }],
});

/** Puts what relay-compiler has generated in place of each `graphql` tag. */
async function loadRelay({ path: file }) {
  const { code } = await transformAsync(await readFile(file, 'utf8'), {
    filename: file,
    plugins: [['relay', { eagerEsModules: true, artifactDirectory: path.join(generated, 'relay') }]],
    parserOpts: { plugins: ['typescript', 'jsx'] },
    configFile: false,
  });
  return { contents: code, loader: 'tsx' };
}
