import { html, raw } from 'hono/html';
import { htmlPage, iconLink } from '../../../core/html-page.ts';
import { contentSecurityPolicy } from '../../../core/security-headers.ts';
import { namedFiles, readScript, readStaticFile, sendRevalidatedFile, staticFile } from '../../../core/static-file.ts';
import { adminStarters, starters } from './starters.ts';

// The page loads everything from this service, and scripts only from files. The editor writes its styles into the
// page.
const policy = contentSecurityPolicy({
  'script-src': "'self'",
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': 'data:',
  'connect-src': "'self'",
});

let files: ReturnType<typeof readFiles> | undefined;

/** Checks whether a browser opens the address, not a client that sends an operation. */
export function asksForGraphiql({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html');
}

/**
 * Serves GraphiQL with all its files, so that it opens without the internet.
 *
 * @param visitor a signed-in admin needs no key
 */
export async function serveGraphiql(request: Request, visitor: { isAdmin: boolean }): Promise<Response> {
  const page = graphiqlPage(await (files ??= readFiles()), visitor);
  return await sendRevalidatedFile(request, staticFile(page, 'html'), {
    'cache-control': 'private, no-cache',
    vary: 'accept, cookie, accept-encoding',
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
}

/**
 * Serves a file of the page.
 *
 * @returns `null` if there is no such file
 */
export async function serveGraphiqlFile(request: Request, name: string): Promise<Response | null> {
  const { send } = await (files ??= readFiles());
  return await send(request, name);
}

/** Reads GraphiQL, 9 MB of text. */
async function readFiles() {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const folder = new URL('browser/', import.meta.url);
  return namedFiles({
    'graphiql.js': staticFile(graphiql.js, 'js'),
    'graphiql.css': staticFile(graphiql.css, 'css'),
    'page.js': readScript(folder, ['ask-first', 'page']),
    'page.css': readStaticFile(new URL('page.css', folder)),
    'editor-worker.js': staticFile(graphiql.editorWorkerService, 'js'),
    'json-worker.js': staticFile(graphiql.jsonWorker, 'js'),
    'graphql-worker.js': staticFile(graphiql.graphqlWorker, 'js'),
  });
}

/**
 * Makes the page of GraphiQL, with a field for the API key and the settings of its script.
 *
 * @param visitor a signed-in admin has other tabs, and may leave the field empty
 */
function graphiqlPage({ address }: Awaited<ReturnType<typeof readFiles>>, { isAdmin }: { isAdmin: boolean }): string {
  const file = (name: Parameters<typeof address>[0]) => `graphql/files/${address(name)}`;
  const settings = {
    isAdmin,
    starters: isAdmin ? adminStarters : starters,
    workers: {
      editorWorkerService: file('editor-worker.js'),
      json: file('json-worker.js'),
      graphql: file('graphql-worker.js'),
    },
  };
  const page = htmlPage({
    title: 'Auction service: GraphiQL',
    head: html`${iconLink('#6d4aff')}
<link rel="stylesheet" href="${file('graphiql.css')}">
<link rel="stylesheet" href="${file('page.css')}">
<script defer src="${file('page.js')}"></script>
<script defer src="${file('graphiql.js')}"></script>`,
    body: html`<form id="key-form">
  <h1>Auction service</h1>
  <label for="key">API key</label>
  <input id="key" placeholder="auc_test_…" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="key-hint">
  <p id="key-hint" aria-live="polite">
    <span class="empty">Without a key you can read the docs. Make one: <code>npm run -s cli -- keys issue --seller "Acme"</code></span>
    <span class="admin">Signed in as an <a href="admin">admin</a>: no key is needed. One that you paste goes first.</span>
    <span class="wrong">A key begins with <code>auc_test_</code>, <code>auc_live_</code>, <code>auc_pub_</code> or <code>auc_admin_</code>: this one is not sent.</span>
    <span class="test">Test mode. Sent with every request, kept in this tab only.</span>
    <span class="live">Live: what you run here is real. Sent with every request, kept in this tab only.</span>
  </p>
</form>
<main id="graphiql"><p id="loading">Loading GraphiQL…</p></main>
<dialog id="ask-first" aria-labelledby="ask-title">
  <form>
    <h2 id="ask-title"></h2>
    <ul aria-live="polite"></ul>
    <div class="fields"></div>
    <div class="offers"></div>
    <p class="again" hidden>
      <label for="ask-live">This is live: what happens cannot be undone. Type “live” to run it.</label>
      <input id="ask-live" autocomplete="off" autocapitalize="off" spellcheck="false">
    </p>
    <div class="buttons"><button type="button" class="cancel">Do not run</button><button class="run">Run</button></div>
  </form>
</dialog>
<noscript>GraphiQL needs JavaScript. Any HTTP client can ask here, too: POST {"query": "…"} as application/json.</noscript>
<script type="application/json" id="settings">${raw(JSON.stringify(settings).replaceAll('<', '\\u003c'))}</script>`,
  });
  return page.toString();
}
