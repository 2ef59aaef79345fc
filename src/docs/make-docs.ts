import { Hono } from 'hono';
import { basePath } from '../core/base-path.ts';
import { sendPermanentFile, staticFile, type StaticFile } from '../core/static-file.ts';
import { apiPage } from './api-page.ts';
import { readDocsFiles } from './docs-files.ts';
import { clientFiles, readClientFile } from './client-files.ts';
import { docsLayout, type DocsPage, type DocsSite } from './docs-layout.ts';
import { errorsDocument } from './errors-document.ts';
import { llmsText } from './llms-text.ts';
import { errorPage } from './error-page.ts';
import { readGuides } from './guides.ts';
import { homePage } from './home-page.ts';
import { sendDocs } from './send-docs.ts';
import type { Guide } from './render-guide.ts';

/** The generated documents that the pages need. */
export interface Described {
  readonly publicUrl: string;
  /** The OpenAPI document. */
  readonly openapi: () => object;
  /** The public GraphQL schema, in its own language. */
  readonly schema: () => string;
}

const types = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  json: 'application/json',
  graphql: 'application/graphql; charset=utf-8',
} as const;

interface Everything extends DocsSite {
  readonly guides: readonly Guide[];
}

/** Makes the routes below `/docs`. They need no key and nothing outside of this service. */
export function makeDocs(described: Described): Hono {
  const { publicUrl } = described;
  const base = basePath(publicUrl);
  let reading: Promise<Everything> | undefined;
  // Read on the first request: most processes never get one.
  const everything = () => (reading ??= readEverything(base, publicUrl));
  // Everything below `/docs` is made once. The names of the pages are few: no request adds another.
  const made = new Map<string, Promise<StaticFile>>();
  const send = async (
    request: Request,
    name: string,
    type: keyof typeof types,
    make: (site: Everything) => unknown,
  ): Promise<Response> => {
    const known =
      made.get(name) ?? everything().then(async (site) => staticFile(String(await make(site)), types[type]));
    made.set(name, known);
    return sendDocs(request, await known);
  };
  const show = (request: Request, name: string, make: (site: Everything) => DocsPage) =>
    send(request, name, 'html', (site) => docsLayout(site, make(site)));

  const docs = new Hono();
  docs.use(async (c, next) => {
    // Only a plain path is repeated in a header.
    const path = /^([\w./-]*[\w.-])\/+$/.exec(c.req.path)?.[1];
    return path === undefined ? await next() : c.redirect(base + path, 308);
  });
  docs.get('/', (c) => show(c.req.raw, '/', ({ guides }) => homePage(guides, { base, publicUrl })));
  docs.get('/guides/:name', async (c) => {
    const [, requested, isMarkdown] = /^(.*?)(\.md)?$/.exec(c.req.param('name'))!;
    const guide = (await everything()).guides.find(({ name }) => name === requested);
    if (guide === undefined) return c.notFound();
    const path = `/guides/${guide.name}`;
    if (isMarkdown !== undefined) return send(c.req.raw, `${path}.md`, 'markdown', () => guide.markdown);
    return show(c.req.raw, path, () => ({ ...guide, path }));
  });
  docs.get('/llms.txt', (c) => send(c.req.raw, '/llms.txt', 'text', ({ guides }) => llmsText(guides, publicUrl)));
  docs.get('/errors.md', (c) => send(c.req.raw, '/errors.md', 'markdown', errorsDocument));
  docs.get('/errors', (c) => show(c.req.raw, '/errors', errorPage));
  docs.get('/api', (c) => send(c.req.raw, '/api', 'html', apiPage));
  docs.get('/openapi.json', (c) => send(c.req.raw, '/openapi.json', 'json', () => JSON.stringify(described.openapi())));
  docs.get('/schema.graphql', (c) => send(c.req.raw, '/schema.graphql', 'graphql', () => described.schema()));
  docs.get('/files/:path', async (c) => {
    const file = Object.values((await everything()).files).find(({ path }) => path === c.req.param('path'));
    return file === undefined ? c.notFound() : sendPermanentFile(c.req.raw, file);
  });
  docs.get('/client/:name{.+}', async (c) => {
    const name = c.req.param('name');
    return clientFiles.includes(name)
      ? send(c.req.raw, `/client/${name}`, 'text', () => readClientFile(name))
      : c.notFound();
  });
  // Short addresses, easy to say aloud.
  for (const name of ['graphql', 'client', 'python'])
    docs.get(`/${name}`, (c) => c.redirect(`${base}/docs/guides/${name}`, 308));
  return docs;
}

async function readEverything(base: string, publicUrl: string): Promise<Everything> {
  const [files, guides] = await Promise.all([readDocsFiles(), readGuides(publicUrl)]);
  return { base, files, guides };
}
