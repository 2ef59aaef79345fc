import { html, raw } from 'hono/html';
import type { GraphiqlFiles } from './graphiql-files.ts';
import { adminStarters, starters } from './starters.ts';

// A gavel and its block.
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="#6d4aff"><rect x="5" y="26" width="15" height="3" rx="1.5"/><g transform="rotate(45 16 13)"><rect x="9" y="4" width="14" height="3.5" rx="1.5"/><rect x="10.5" y="8.5" width="11" height="7"/><rect x="9" y="16.5" width="14" height="3.5" rx="1.5"/><rect x="14.3" y="20" width="3.4" height="12" rx="1.5"/></g></g></svg>';

/**
 * Makes the page of GraphiQL, with a field for the API key and the settings of its script.
 *
 * @param visitor a signed-in admin has other tabs, and may leave the field empty
 */
export async function graphiqlPage(files: GraphiqlFiles, { isAdmin }: { isAdmin: boolean }): Promise<string> {
  const settings = {
    isAdmin,
    starters: isAdmin ? adminStarters : starters,
    workers: {
      editorWorkerService: files.editorWorker.path,
      json: files.jsonWorker.path,
      graphql: files.graphqlWorker.path,
    },
  };
  const page = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Auction service: GraphiQL</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
    <link rel="stylesheet" href="${files.graphiqlStyle.path}">
    <link rel="stylesheet" href="${files.pageStyle.path}">
    <script defer src="${files.pageScript.path}"></script>
    <script defer src="${files.graphiqlScript.path}"></script>
  </head>
  <body>
    <form id="key-form">
      <h1>Auction service</h1>
      <label for="key">API key</label>
      <input id="key" placeholder="auc_test_…" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="key-hint">
      <p id="key-hint" aria-live="polite">
        <span class="empty">Without a key you can read the docs. Make one: <code>npm run -s keys -- issue --seller "Acme"</code></span>
        <span class="admin">Signed in as an <a href="admin">admin</a>: no key is needed. One that you paste goes first.</span>
        <span class="wrong">A key begins with <code>auc_test_</code>, <code>auc_live_</code> or <code>auc_admin_</code>: this one is not sent.</span>
        <span class="test">Test mode. Sent with every request, kept in this tab only.</span>
        <span class="live">Live: what you run here is real. Sent with every request, kept in this tab only.</span>
      </p>
    </form>
    <main id="graphiql"><p id="loading">Loading GraphiQL…</p></main>
    <noscript>GraphiQL needs JavaScript. Any HTTP client can ask here, too: POST {"query": "…"} as application/json.</noscript>
    <script type="application/json" id="settings">${raw(JSON.stringify(settings).replaceAll('<', '\\u003c'))}</script>
  </body>
</html>
`;
  return page.toString();
}
