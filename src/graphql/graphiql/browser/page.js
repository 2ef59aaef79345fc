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

// The session's storage: the key is gone with the tab, and no other tab reads it.
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
globals.fetch = (address, init = {}) => {
  const headers = new Headers(init.headers);
  // What the headers editor says goes first. The docs need no key, and should open with a wrong one, too.
  if (looksLikeKey() && !headers.has('authorization') && !isIntrospection(init.body)) {
    headers.set('authorization', `Bearer ${key()}`);
  }
  return send(address, { ...init, headers });
};

globals.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_moduleId, label) => new URL(settings.workers[label], document.baseURI).href,
};

// After GraphiQL's script, which is deferred like this one.
document.addEventListener('DOMContentLoaded', () => {
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
  const defaultTabs = settings.starters.map(({ query, variables = '' }) => ({
    query,
    variables: variables.replace('$tomorrow', `${tomorrow}`).replace('$theDayAfter', `${tomorrow + 86_400}`),
  }));
  globals.YogaGraphiQL.renderYogaGraphiQL(graphiql, {
    defaultQuery: defaultTabs[0].query,
    defaultTabs,
    defaultEditorToolsVisibility: 'variables',
    shouldPersistHeaders: false,
    // The tabs of the last visit come back; an admin's are not a seller's.
    ...(settings.isAdmin && { storage: storageUnder('admin:') }),
    // Otherwise each keystroke would go into the page's address.
    onEditQuery: () => {},
  });
});

function key() {
  return keyField.value.trim();
}

function looksLikeKey() {
  return /^auc_(test|live)_\w+$/.test(key());
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
  return key().startsWith('auc_live_') ? 'live' : 'test';
}

/**
 * The browser's storage for this site, under names of its own.
 *
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
