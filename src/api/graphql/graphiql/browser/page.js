// Runs before GraphiQL's own script: the key field, and what GraphiQL is started with.
import { askFirst, isMutation } from './ask-first.js';

const keyForm = document.querySelector('#key-form');
const keyField = document.querySelector('#key');
const graphiql = document.querySelector('#graphiql');
const settings = JSON.parse(document.querySelector('#settings').textContent);

// The session's storage: the key is deleted with the tab, and no other tab reads it.
const storedKey = 'auction-service:api-key';

// The tabs of the last visit open again; an admin has other tabs than a seller.
const storage = storageUnder(settings.isAdmin ? 'admin:' : '');

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

const send = fetch.bind(self);
self.fetch = async (address, init = {}) => {
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
  if (undeclared !== null) return refusal(undeclared);
  const ask = async (query) =>
    (await send(url.pathname, { method: 'POST', headers: asJson(headers), body: JSON.stringify({ query }) })).json();
  request.variables ??= {};
  const { isOperator, mode } = reachOf(headers);
  const newest = (variable) => newestId(variable, { ask, isOperator });
  if (isMutation(request)) {
    const signal = init.signal ?? null;
    const asker = { isOperator, mode, ask, newest, tomorrow: () => tomorrow(ask), signal };
    request.variables = await askFirst(request, asker);
    if (request.variables === null) return refusal('Not sent: nothing was changed.');
  } else await fillIn(request.variables, newest);
  if (!isGet) return send(address, { ...init, headers, body: JSON.stringify(request) });
  url.searchParams.set('variables', JSON.stringify(request.variables));
  return send(url, { ...init, headers });
};

function refusal(message) {
  return Response.json({ errors: [{ message }] });
}

/** The headers of a question next to the request, whose own answer may be a stream. */
function asJson(headers) {
  const copy = new Headers(headers);
  copy.set('accept', 'application/json');
  copy.set('content-type', 'application/json');
  return copy;
}

/** The server ignores variables that the operation does not declare, as GraphQL demands: a mistyped one would do nothing. */
function undeclaredVariables({ query = '', variables }) {
  const names = Object.keys(variables ?? {}).filter((name) => !new RegExp(`\\$${name}\\b`).test(query));
  if (names.length === 0) return null;
  const listed = names.map((name) => `"${name}"`).join(', ');
  return `The operation does not declare ${listed}: declare it as in "query ($${names[0]}: …)", or remove it from Variables.`;
}

/** Replaces an id of zeros by that of the newest object. Only in what changes nothing. */
async function fillIn(variables, newest) {
  for (const [name, value] of Object.entries(variables)) {
    if (value === '00000000-0000-0000-0000-000000000000') variables[name] = (await newest(name)) ?? value;
  }
}

/** Finds the newest object that a variable may name: a seller's own, or an operator's of all sellers. */
async function newestId(variable, { ask, isOperator }) {
  const newest = isOperator
    ? {
        auctionId: 'adminAuctions(first: 1) { nodes { id: auctionId } }',
        sellerId: 'sellers(first: 1) { nodes { id: sellerId } }',
      }
    : {
        auctionId: 'auctions(first: 1) { nodes { id: auctionId } }',
        bidId: 'bids(first: 1) { nodes { id: bidId } }',
        endpointId: 'webhookEndpoints(first: 1) { nodes { id: endpointId } }',
      };
  const list = Object.hasOwn(newest, variable) ? (await ask(`{ list: ${newest[variable]} }`)).data?.list : null;
  return list?.nodes[0]?.id ?? null;
}

/** Returns tomorrow by the seller's clock: a test clock may stand far ahead of this machine's. */
async function tomorrow(ask) {
  const timestamp = (await ask('{ clock { timestamp } }')).data?.clock?.timestamp;
  const day = 86_400;
  return timestamp === undefined ? null : { startTimestamp: timestamp + day, endTimestamp: timestamp + 2 * day };
}

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_moduleId, label) => new URL(settings.workers[label], document.baseURI).href,
};

// After GraphiQL's script, which is deferred like this one.
document.addEventListener('DOMContentLoaded', () => {
  const defaultTabs = settings.starters.map(({ query, variables = '' }) => ({ query, variables }));
  openAskedTab();
  self.YogaGraphiQL.renderYogaGraphiQL(graphiql, {
    defaultQuery: defaultTabs[0].query,
    defaultTabs,
    defaultEditorToolsVisibility: 'variables',
    shouldPersistHeaders: false,
    storage,
    // Otherwise each keystroke would go into the page's address.
    onEditQuery: () => {},
  });
});

/**
 * Opens the tab that the address names, with these values in its variables: `#tab=EndAuction&auctionId=…`. The part after `#` is
 * not sent to the server.
 */
function openAskedTab() {
  const values = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const starter = settings.starters.find(({ query }) => nameOf(query) === values['tab']);
  if (starter === undefined) return;
  history.replaceState(null, '', location.pathname);
  const tabs = storedTabs()?.tabs ?? settings.starters.map(({ query, variables }) => newTab(query, variables));
  const declared = Object.entries(values).filter(([name]) => starter.query.includes(`$${name}:`));
  const variables = JSON.stringify(
    { ...JSON.parse(starter.variables ?? '{}'), ...Object.fromEntries(declared) },
    null,
    2,
  );
  // The tab keeps what was typed there: it is used only while it is as it was.
  const unused = tabs.findIndex(
    (tab) => tab.query === starter.query && [starter.variables ?? '', variables].includes(tab.variables ?? ''),
  );
  const place = unused === -1 ? tabs.length : unused;
  tabs[place] = newTab(starter.query, variables);
  storage.setItem('graphiql:tabState', JSON.stringify({ tabs, activeTabIndex: place }));
}

function newTab(query, variables = '') {
  const title = nameOf(query);
  return { id: crypto.randomUUID(), title, query, variables, headers: null, operationName: title, response: null };
}

function nameOf(query) {
  return /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? '';
}

/** @returns null where nothing, or no JSON, is stored */
function storedTabs() {
  try {
    return JSON.parse(storage.getItem('graphiql:tabState') ?? 'null');
  } catch {
    return null;
  }
}

function key() {
  return keyField.value.trim();
}

function looksLikeKey() {
  return /^auc_(test|live|admin|pub)_\w+$/.test(key());
}

/**
 * Tells by the key that is sent what a request reaches; without one, it has the session of an admin, or nothing.
 *
 * @returns the mode is null for an operator, who reaches live and test sellers
 */
function reachOf(headers) {
  const sent = headers.get('authorization')?.replace(/^Bearer\s+/i, '') ?? '';
  const isOperator = sent === '' ? settings.isAdmin : sent.startsWith('auc_admin_');
  return { isOperator, mode: isOperator ? null : sent.startsWith('auc_test_') ? 'test' : 'live' };
}

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
 * Wraps the browser's storage for this site with a prefix. GraphiQL reads the operation to show apart from the tabs: it gets the
 * active tab's, so that it does not add a tab.
 */
function storageUnder(prefix) {
  const own = (name) => prefix + name;
  return {
    getItem: (name) => {
      const field = name === 'graphiql:query' ? 'query' : name === 'graphiql:variables' ? 'variables' : null;
      const state = field === null ? null : storedTabs();
      return field === null || state === null
        ? localStorage.getItem(own(name))
        : (state.tabs[state.activeTabIndex]?.[field] ?? null);
    },
    /** Keeps no whole key, only its prefix. */
    setItem: (name, value) =>
      localStorage.setItem(own(name), value.replaceAll(/(auc_(?:test|live|pub|admin)_\w{6})\w+/g, '$1')),
    removeItem: (name) => localStorage.removeItem(own(name)),
    get length() {
      return localStorage.length;
    },
    clear: () => localStorage.clear(),
  };
}
