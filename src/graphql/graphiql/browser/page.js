/// <reference lib="dom" />
// Runs in the browser, before GraphiQL's own script: the key field, and what GraphiQL is started with.

/**
 * @typedef {{ query: string, variables?: string }} Tab
 * @typedef {{ renderYogaGraphiQL: (element: Element, options: object) => void }} YogaGraphiQL
 * @typedef {{ globalAPI: boolean, getWorkerUrl: (moduleId: string, label: string) => string }} MonacoEnvironment
 */

const globals = /** @type {Window & { YogaGraphiQL: YogaGraphiQL, MonacoEnvironment: MonacoEnvironment }} */ (self);
const keyForm = /** @type {HTMLFormElement} */ (document.querySelector('#key-form'));
const keyField = /** @type {HTMLInputElement} */ (document.querySelector('#key'));
const graphiql = /** @type {HTMLElement} */ (document.querySelector('#graphiql'));
const settings = /** @type {{ isAdmin: boolean, starters: Tab[], workers: Record<string, string> }} */ (
  JSON.parse(document.querySelector('#settings')?.textContent ?? '')
);

// The session's storage: the key is deleted with the tab, and no other tab reads it.
const storedKey = 'auction-service:api-key';

keyField.value = sessionStorage.getItem(storedKey) ?? '';
keyField.addEventListener('input', () => {
  sessionStorage.setItem(storedKey, key());
  showStateOfKey();
});
keyForm.addEventListener('submit', (event) => {
  event.preventDefault();
  keyField.blur();
});
showStateOfKey();

const send = globals.fetch.bind(globals);
globals.fetch = async (address, init = {}) => {
  const headers = new Headers(init.headers);
  // The headers editor comes first. The schema's documentation needs no key, and must open with a wrong one, too.
  if (looksLikeKey() && !headers.has('authorization') && !isIntrospection(init.body)) {
    headers.set('authorization', `Bearer ${key()}`);
  }
  if (isIntrospection(init.body)) return send(address, { ...init, headers });
  // A subscription is a GET: its operation and variables are in the address.
  const url = new URL(new Request(address).url);
  const { body } = init;
  const isGet = typeof body !== 'string';
  const request = isGet
    ? { query: url.searchParams.get('query') ?? '', variables: JSON.parse(url.searchParams.get('variables') ?? '{}') }
    : JSON.parse(body);
  const undeclared = undeclaredVariables(request);
  if (undeclared !== null) return Response.json({ errors: [{ message: undeclared }] });
  await fillIn(request.variables ?? {}, (query) =>
    send(url.pathname, { method: 'POST', headers: asJson(headers), body: JSON.stringify({ query }) }),
  );
  if (!isGet) return send(address, { ...init, headers, body: JSON.stringify(request) });
  url.searchParams.set('variables', JSON.stringify(request.variables));
  return send(url, { ...init, headers });
};

/**
 * The headers of a question next to the request, whose own answer may be a stream.
 * @param {Headers} headers
 */
function asJson(headers) {
  const copy = new Headers(headers);
  copy.set('accept', 'application/json');
  copy.set('content-type', 'application/json');
  return copy;
}

/**
 * The server ignores variables that the operation does not declare, as GraphQL demands: a mistyped one would do nothing.
 *
 * @param {{ query?: string, variables?: object | null }} request
 */
function undeclaredVariables({ query = '', variables }) {
  const names = Object.keys(variables ?? {}).filter((name) => !new RegExp(`\\$${name}\\b`).test(query));
  if (names.length === 0) return null;
  const listed = names.map((name) => `"${name}"`).join(', ');
  return `The operation does not declare ${listed}: declare it as in "query ($${names[0]}: …)", or remove it from Variables.`;
}

/**
 * Replaces an id of zeros by the newest auction, bid or endpoint, and a period of zeros by tomorrow's of the seller's clock.
 * @param {Record<string, any>} variables
 * @param {(query: string) => Promise<Response>} ask
 */
async function fillIn(variables, ask) {
  /** @type {Record<string, string>} */
  const newest = {
    auctionId: 'auctions(limit: 1) { id: auctionId }',
    bidId: 'bids(limit: 1) { id: bidId }',
    endpointId: 'webhookEndpoints(limit: 1) { id: endpointId }',
  };
  for (const [name, value] of Object.entries(variables)) {
    if (value !== '00000000-0000-0000-0000-000000000000' || !Object.hasOwn(newest, name)) continue;
    const answer = await (await ask(`{ list: ${newest[name]} }`)).json();
    variables[name] = answer.data?.list?.[0]?.id ?? value;
  }
  const { biddingPeriod } = variables;
  if (biddingPeriod?.startTimestamp !== 0 || biddingPeriod.endTimestamp !== 0) return;
  // A test clock may stand far ahead of this machine's.
  const answer = await (await ask('{ clock { timestamp } }')).json();
  const timestamp = answer.data?.clock.timestamp;
  if (timestamp === undefined) return;
  const day = 86_400;
  variables.biddingPeriod = { startTimestamp: timestamp + day, endTimestamp: timestamp + 2 * day };
}

globals.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_moduleId, label) => new URL(settings.workers[label], document.baseURI).href,
};

// After GraphiQL's script, which is deferred like this one.
document.addEventListener('DOMContentLoaded', () => {
  const defaultTabs = settings.starters.map(({ query, variables = '' }) => ({ query, variables }));
  globals.YogaGraphiQL.renderYogaGraphiQL(graphiql, {
    defaultQuery: defaultTabs[0].query,
    defaultTabs,
    defaultEditorToolsVisibility: 'variables',
    shouldPersistHeaders: false,
    // The tabs of the last visit open again; an admin has other tabs than a seller.
    ...(settings.isAdmin && { storage: storageUnder('admin:') }),
    // Otherwise each keystroke would go into the page's address.
    onEditQuery: () => {},
  });
});

function key() {
  return keyField.value.trim();
}

function looksLikeKey() {
  return /^auc_(test|live|admin|pub)_\w+$/.test(key());
}

/** @param {unknown} body */
function isIntrospection(body) {
  return typeof body === 'string' && body.includes('"operationName":"IntrospectionQuery"');
}

/** The style sheet shows the hint for it. */
function showStateOfKey() {
  keyForm.dataset['state'] = stateOfKey();
}

function stateOfKey() {
  if (key() === '') return settings.isAdmin ? 'admin' : 'empty';
  if (!looksLikeKey()) return 'wrong';
  return key().startsWith('auc_test_') ? 'test' : 'live';
}

/**
 * Wraps the browser's storage for this site with a prefix.
 * @param {string} prefix
 */
function storageUnder(prefix) {
  /** @param {string} name */
  const own = (name) => prefix + name;
  return {
    /** @param {string} name */
    getItem: (name) => localStorage.getItem(own(name)),
    /** @param {string} name @param {string} value */
    setItem: (name, value) => localStorage.setItem(own(name), value),
    /** @param {string} name */
    removeItem: (name) => localStorage.removeItem(own(name)),
    get length() {
      return localStorage.length;
    },
    clear: () => localStorage.clear(),
  };
}
