// `npm start`: serves the four pages, and makes the two changes that need the secret key. The pages read from the auction
// service themselves, with the public key.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

const { SERVICE_URL = 'http://localhost:4000', PUBLIC_KEY, SECRET_KEY, PORT = '3000' } = process.env;
const here = import.meta.dirname;

const clients = { apollo: 'Apollo Client', urql: 'urql and Graphcache', relay: 'Relay', plain: 'fetch alone' };
const scripts = { '/plain.js': 'plain/main.js' };
for (const client of ['apollo', 'urql', 'relay']) scripts[`/${client}.js`] = `generated/pages/${client}.js`;

/** A page names one of these changes; the documents stay here, with the key that may run them. */
const changes = {
  '/change-title':
    'mutation ($auctionId: ID!, $title: String) { change: updateAuction(input: { auctionId: $auctionId, title: $title }) { auction { id } errors { code message } } }',
  '/cancel':
    'mutation ($auctionId: ID!) { change: cancelAuction(input: { auctionId: $auctionId }) { auction { id } errors { code message } } }',
};

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  try {
    const [status, type, body] = await answer(request, pathname);
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://localhost:${server.address().port}`));

async function answer(request, pathname) {
  if (pathname === '/') return [200, 'text/html', await listOfPages()];
  if (pathname === '/page.css') return [200, 'text/css', await readFile(path.join(here, 'shared/page.css'))];
  const client = /^\/(\w+)\/$/.exec(pathname)?.[1];
  if (client !== undefined && Object.hasOwn(clients, client)) return [200, 'text/html', await page(client)];
  if (pathname in scripts) return [200, 'text/javascript', await readFile(path.join(here, scripts[pathname]))];
  // A page of another origin cannot send this type unless its preflight is answered, and here it is not.
  const isOwn = request.method === 'POST' && request.headers['content-type'] === 'application/json';
  if (isOwn && pathname in changes) return [200, 'application/json', await change(changes[pathname], request)];
  return [404, 'text/plain', 'Not found'];
}

/**
 * A shop of your own checks here who is signed in, and what that person may change. A change that the service refuses has errors in its
 * payload; the errors of the answer are about the request.
 */
async function change(query, request) {
  const { auctionId, title } = JSON.parse(await new Response(request).text());
  const answered = await fetch(`${SERVICE_URL}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { auctionId, title } }),
  });
  const { data, errors = [] } = await answered.json();
  const requestId = answered.headers.get('x-request-id');
  const refusals = data?.change?.errors.map(({ code, message }) => ({ message, extensions: { code, requestId } }));
  return JSON.stringify({ errors: [...errors, ...(refusals ?? [])] });
}

/** Fills the address of the service and the public key into a page. */
async function page(client) {
  const file = client === 'plain' ? 'plain/index.html' : 'shared/page.html';
  const values = { SERVICE_URL, PUBLIC_KEY, client, name: clients[client] };
  const html = await readFile(path.join(here, file), 'utf8');
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

async function listOfPages() {
  const links = Object.entries(clients).map(([client, name]) => `<li><a href="/${client}/">${name}</a></li>`);
  return `<!doctype html><html lang="en"><title>Auctions</title><link rel="stylesheet" href="/page.css"><h1>Auctions</h1><ul>${links.join('')}</ul>`;
}
