import { Hono } from 'hono';
import { apiPage } from './api-page.ts';
import { readDocsFiles } from './docs-files.ts';
import { readClientFile } from './client-files.ts';
import { docsLayout, type DocsPage, type DocsSite } from './docs-layout.ts';
import { errorsDocument } from './errors-document.ts';
import { llmsText } from './llms-text.ts';
import { errorPage } from './error-page.ts';
import { readGuides } from './guides.ts';
import { homePage } from './home-page.ts';
import { sendFile, sendPage, sendText } from './send-text.ts';
import type { Guide } from './render-guide.ts';

/** The generated documents that the pages need. */
export interface Described {
  readonly publicUrl: string;
  /** The OpenAPI document. */
  readonly openapi: () => object;
  /** The public GraphQL schema, in its own language. */
  readonly schema: () => string;
}

const markdownType = 'text/markdown; charset=utf-8';

interface Everything extends DocsSite {
  readonly guides: readonly Guide[];
}

/** Makes the routes below `/docs`. They need no key and nothing outside of this service. */
export function makeDocs(described: Described): Hono {
  const { publicUrl } = described;
  const base = new URL(publicUrl).pathname.replace(/\/+$/, '');
  let reading: Promise<Everything> | undefined;
  // Read on the first request: most processes never get one.
  const everything = () => (reading ??= readEverything(base, publicUrl));
  const show = async (request: Request, make: (site: Everything) => DocsPage) => {
    const site = await everything();
    return sendPage(request, await docsLayout(site, make(site)));
  };

  const docs = new Hono();
  docs.use(async (c, next) => {
    if (!c.req.path.endsWith('/')) return await next();
    return c.redirect(base + c.req.path.replace(/\/+$/, ''), 308);
  });
  docs.get('/', (c) => show(c.req.raw, ({ guides }) => homePage(guides, { base, publicUrl })));
  docs.get('/guides/:name', async (c) => {
    const [, requested, isMarkdown] = /^(.*?)(\.md)?$/.exec(c.req.param('name'))!;
    const guide = (await everything()).guides.find(({ name }) => name === requested);
    if (guide !== undefined && isMarkdown !== undefined) return sendText(c.req.raw, markdownType, guide.markdown);
    return guide === undefined ? c.notFound() : show(c.req.raw, () => ({ ...guide, path: `/guides/${guide.name}` }));
  });
  docs.get('/llms.txt', async (c) =>
    sendText(c.req.raw, 'text/plain; charset=utf-8', llmsText((await everything()).guides, publicUrl)),
  );
  docs.get('/errors.md', (c) => sendText(c.req.raw, markdownType, errorsDocument()));
  docs.get('/errors', (c) => show(c.req.raw, errorPage));
  docs.get('/api', async (c) => sendPage(c.req.raw, await apiPage(await everything())));
  let openapi: string | undefined;
  docs.get('/openapi.json', (c) =>
    sendText(c.req.raw, 'application/json', (openapi ??= JSON.stringify(described.openapi()))),
  );
  docs.get('/schema.graphql', (c) => sendText(c.req.raw, 'application/graphql; charset=utf-8', described.schema()));
  docs.get('/files/:path', async (c) => {
    const file = Object.values((await everything()).files).find(({ path }) => path === c.req.param('path'));
    return file === undefined ? c.notFound() : sendFile(c.req.raw, file);
  });
  docs.get('/client/:name{.+}', async (c) => {
    const text = await readClientFile(c.req.param('name'));
    return text === null ? c.notFound() : sendText(c.req.raw, 'text/plain; charset=utf-8', text);
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
