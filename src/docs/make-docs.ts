import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { basePath } from '../core/base-path.ts';
import { contentSecurityPolicy } from '../core/security-headers.ts';
import { sendRevalidatedFile, staticFile, type StaticFile } from '../core/static-file.ts';
import { type DocsFiles, docsLayout, type DocsPage, readDocsFiles } from './docs-layout.ts';
import { errorsDocument } from './errors-document.ts';
import { readGuides } from './guides.ts';
import { apiPage, homePage, llmsText } from './overview-pages.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The generated documents that the pages need. */
export interface Described {
  readonly publicUrl: string;
  /** The OpenAPI document. */
  readonly openapi: () => object;
  /** The public GraphQL schema, in its own language. */
  readonly schema: () => string;
}

// The pages load everything from this service, scripts and styles from files only; Swagger UI has its pictures in its
// styles.
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
  }),
  'referrer-policy': 'no-referrer',
};

const pythonModules = ['__init__', 'client', 'errors', 'sender', 'v1', 'webhooks'];

/** The files of the typed clients, below `client/`; they are in no registry. */
const clientFiles = [
  'client.ts',
  'each-item.ts',
  'problem-error.ts',
  'send-safely.ts',
  'v1.ts',
  ...pythonModules.map((name) => `python/auction_client/${name}.py`),
];

/** Makes the routes below `/docs`. They need no key and nothing outside of this service. */
export function makeDocs(described: Described): Hono {
  const base = basePath(described.publicUrl);
  let made: ReturnType<typeof makeDocuments> | undefined;
  // Made on the first request: most processes never get one.
  const all = () => (made ??= makeDocuments(described));

  const docs = new Hono();
  docs.use(async (c, next) => {
    // Only a plain path is repeated in a header.
    const path = /^([\w./-]*[\w.-])\/+$/.exec(c.req.path)?.[1];
    return path === undefined ? await next() : c.redirect(base + path, 308);
  });
  // Short addresses, easy to say aloud.
  for (const name of ['graphql', 'client', 'python'])
    docs.get(`/${name}`, (c) => c.redirect(`${base}/docs/guides/${name}`, 308));
  docs.get('/files/:address', async (c) => {
    return (await all().files.send(c.req.raw, c.req.param('address'))) ?? c.notFound();
  });
  docs.get('*', async (c) => {
    const file = all().documents.get(c.req.path);
    return file === undefined ? c.notFound() : await sendRevalidatedFile(c.req.raw, file, pageHeaders);
  });
  return docs;
}

/** Makes all documents, by their paths. */
function makeDocuments({ publicUrl, openapi, schema }: Described): {
  documents: ReadonlyMap<string, StaticFile>;
  files: DocsFiles;
} {
  const base = basePath(publicUrl);
  const files = readDocsFiles();
  const guides = readGuides(publicUrl);
  const errors = { ...renderMarkdown('docs/errors.md', errorsDocument(), publicUrl), path: '/errors' };
  const documents = new Map([
    ['/docs/openapi.json', staticFile(JSON.stringify(openapi()), 'json')],
    ['/docs/schema.graphql', staticFile(schema(), 'graphql')],
    ['/docs/llms.txt', staticFile(llmsText(guides, publicUrl), 'txt')],
  ]);
  const pages: DocsPage[] = [homePage(guides, { base, publicUrl }), apiPage(base), errors, ...guides];
  for (const page of pages) {
    documents.set(`/docs${page.path}`, staticFile(docsLayout({ base, files, guides }, page), 'html'));
  }
  for (const { path, markdown } of [errors, ...guides]) documents.set(`/docs${path}.md`, staticFile(markdown, 'md'));
  for (const name of clientFiles) {
    const text = readFileSync(new URL(`../../client/${name}`, import.meta.url), 'utf8');
    documents.set(`/docs/client/${name}`, staticFile(text, 'txt'));
  }
  return { documents, files };
}
