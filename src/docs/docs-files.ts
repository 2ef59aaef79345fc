import { readFile } from 'node:fs/promises';
import { staticFile, type StaticFile } from '../core/static-file.ts';

/** A file that the pages load. A hash of the content is in the path, so that a browser may cache it permanently. */
export interface DocsFile extends StaticFile {
  /** Below `/docs/files/`. */
  readonly path: string;
}

const sources = {
  'docs.css': new URL('browser/docs.css', import.meta.url),
  'docs.js': new URL('browser/docs.js', import.meta.url),
  'api.css': new URL('browser/api.css', import.meta.url),
  'api.js': new URL('browser/api.js', import.meta.url),
  'swagger-ui.css': new URL(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  'swagger-ui.js': new URL(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
} as const;

export type DocsFiles = Record<keyof typeof sources, DocsFile>;

/** Reads 2 MB of text, most of it Swagger UI. */
export async function readDocsFiles(): Promise<DocsFiles> {
  const names = Object.keys(sources) as (keyof typeof sources)[];
  const files = await Promise.all(names.map(async (name) => [name, await readDocsFile(name)] as const));
  return Object.fromEntries(files) as DocsFiles;
}

async function readDocsFile(name: keyof typeof sources): Promise<DocsFile> {
  // The source map is not served, and a browser that requests it would get an error.
  const text = (await readFile(sources[name], 'utf8')).replace(/\n[^\n]*# sourceMappingURL=[^\n]*\s*$/, '\n');
  const file = staticFile(text, name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8');
  return { ...file, path: `${file.version}-${name}` };
}
