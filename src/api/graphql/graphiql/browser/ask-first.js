// Asks before GraphiQL sends a mutation.

const zeros = '00000000-0000-0000-0000-000000000000';

/** The argument that names an object; the object's type and the fields that tell a person which it is. */
const namedByOperator = {
  auctionId: ['Auction', 'title sellerAccount { name mode }'],
  bidId: ['Bid', 'bidValueInCents bidderId auction { title sellerAccount { name mode } }'],
  authorizationId: ['Authorization', 'valueInCents bidderId state auction { title sellerAccount { name mode } }'],
  sellerId: ['Seller', 'name mode'],
  apiKeyId: ['ApiKey', 'prefix'],
  holdId: ['SettlementHold', 'reason auctionId'],
};
const namedBySeller = {
  auctionId: ['Auction', 'title'],
  endpointId: ['WebhookEndpoint', 'url'],
  apiKeyId: ['ApiKey', 'prefix'],
};

/** Checks whether the operation may change something: in doubt, it may. */
export function isMutation({ query, operationName }) {
  const bare = withoutComments(query).replaceAll(/"""[^]*?"""|"(?:\\.|[^"\\\n])*"/g, '""');
  if (!/\bmutation\b/.test(bare)) return false;
  return !operationName || !new RegExp(`\\b(query|subscription)[\\s,]+${operationName}\\b`).test(bare);
}

function withoutComments(query) {
  return query.replaceAll(/("""[^]*?"""|"(?:\\.|[^"\\\n])*")|#[^\n]*/g, (_, text = '') => text);
}

/**
 * Asks for what is missing in the variables, says what the mutation acts on, and waits for a yes. For a live seller, asks a second time.
 *
 * @param asker.mode that of the key; null for an operator
 * @returns the variables to send; null: do not send it
 */
export async function askFirst(operation, asker) {
  const dialog = document.querySelector('#ask-first');
  const part = (selector) => dialog.querySelector(selector);
  const form = part('form');
  const run = part('.run');
  const live = part('#ask-live');
  const variables = structuredClone(operation.variables);
  const gaps = [...gapsOf(operation)];
  let targets = [];
  const lookups = new Map();
  const lookUp = (named) => {
    const lookup = lookups.get(named.id) ?? findTarget(named, asker);
    lookups.set(named.id, lookup);
    return lookup;
  };
  let isAskedAgain = false;

  const showWhetherReady = (isKnown = true) => {
    const isSaid = !isAskedAgain || live.value.trim().toLowerCase() === 'live';
    run.disabled = !(isKnown && isSaid && form.checkValidity());
  };
  const changed = async () => {
    const names = namesOf(operation, variables, asker);
    showWhetherReady(false);
    const found = await Promise.all(names.map(lookUp));
    // A person has typed on meanwhile.
    if (String(idsOf(names)) !== String(idsOf(namesOf(operation, variables, asker)))) return;
    targets = found;
    part('ul').replaceChildren(...targets.map(({ words }) => withText('li', words)));
    showWhetherReady();
  };
  const inputs = gaps.map((gap) => inputFor(gap, variables, changed));
  part('h2').textContent = `Run ${fieldOf(operation)}?`;
  part('.fields').replaceChildren(...inputs.flatMap(({ label, input }) => [label, input]));
  part('.offers').replaceChildren(...(asker.isOperator ? [] : await offersFor(inputs, asker)));
  part('.again').toggleAttribute('hidden', true);
  live.value = '';
  void changed();

  // The dialog's own elements stay for the next mutation; their listeners do not.
  const closing = new AbortController();
  const { signal } = closing;
  return await new Promise((resolve) => {
    const close = (answer) => dialog.close(answer);
    live.addEventListener('input', () => showWhetherReady(), { signal });
    part('.cancel').addEventListener('click', () => close('cancel'), { signal });
    asker.signal?.addEventListener('abort', () => close('cancel'), { signal });
    dialog.addEventListener(
      'close',
      () => {
        closing.abort();
        resolve(dialog.returnValue === 'run' ? variables : null);
      },
      { signal },
    );
    form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        if (run.disabled) return;
        if (!isAskedAgain && isLive(operation, variables, targets, asker)) {
          isAskedAgain = true;
          part('.again').toggleAttribute('hidden', false);
          showWhetherReady();
          live.focus();
          return;
        }
        if (Object.hasOwn(variables, 'confirm')) variables['confirm'] ??= true;
        close('run');
      },
      { signal },
    );
    dialog.returnValue = '';
    dialog.showModal();
    (inputs[0]?.input ?? part('.cancel')).focus();
  });
}

/** Finds the placeholders: ids and instants of zeros, texts with "…", and required variables without a value. */
function* gapsOf({ query, variables }) {
  for (const [, name, type] of withoutComments(query).matchAll(/\$(\w+)\s*:\s*(\w+!?)/g)) {
    if (name === undefined || type === undefined || name === 'confirm') continue;
    const value = variables[name] ?? null;
    if (value === null && /^(UUID|ID|String|Int|Cents|UnixTimestamp)!$/.test(type)) {
      yield { path: [name], isNumber: /Int|Cents|Timestamp/.test(type) };
    } else yield* gapsIn(value, [name]);
  }
}

function* gapsIn(value, path) {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* gapsIn(inner, [...path, name]);
  } else if (value === 0 && path.at(-1)?.endsWith('Timestamp')) yield { path, isNumber: true };
  else if (value === zeros || value === '' || (typeof value === 'string' && value.includes('…'))) {
    yield { path, isNumber: false };
  }
}

/** Makes the field that fills a gap of the variables as a person types. */
function inputFor({ path, isNumber }, variables, changed) {
  const last = path.at(-1);
  const input = document.createElement('input');
  Object.assign(input, { id: `ask-${path.join('-')}`, required: true, autocomplete: 'off', spellcheck: false });
  if (isNumber) Object.assign(input, { inputMode: 'numeric', pattern: '[0-9]+' });
  input.addEventListener('input', () => {
    const inner = path.slice(0, -1).reduce((object, name) => object[name], variables);
    const text = input.value.trim();
    inner[last] = isNumber ? Number(text) : text;
    changed();
  });
  const label = withText('label', last);
  label.htmlFor = input.id;
  return { path, label, input };
}

/** Makes the buttons that fill fields with a seller's newest object, or with tomorrow. */
async function offersFor(inputs, { newest, tomorrow }) {
  const offers = await Promise.all(
    inputs.map(async ({ path, input }) => {
      const [name = ''] = path;
      if (path.length === 1)
        return { words: `The newest ${name.replace(/Id$/, '')}`, input, value: await newest(name) };
      const value = name === 'biddingPeriod' ? (await tomorrow())?.[path[1] ?? ''] : null;
      return { words: 'All of tomorrow', input, value: value ?? null };
    }),
  );
  const known = offers.filter(({ value }) => value !== null);
  return [...new Set(known.map(({ words }) => words))].map((words) => {
    const button = withText('button', words);
    button.type = 'button';
    button.addEventListener('click', () => {
      for (const { input, value } of known.filter((offer) => offer.words === words)) {
        input.value = String(value);
        input.dispatchEvent(new Event('input'));
      }
    });
    return button;
  });
}

/** Names the mutation's first field. */
function fieldOf({ query, operationName }) {
  const body = withoutComments(query).slice(Math.max(0, query.search(/\bmutation\b/)));
  const [, field] = /\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(body) ?? [];
  return field ?? operationName ?? 'the mutation';
}

/** Lists the arguments of the document, and the fields of inputs, with their values: a text, a variable's value, or a word. */
function argumentsOf({ query }, variables) {
  return [...withoutComments(query).matchAll(/\b(\w+)\s*:\s*(?:"([^"\n]*)"|\$(\w+)|(\w+))/g)].flatMap(
    ([, name = '', text, variable, word]) => {
      const value = text ?? (variable === undefined ? word : variables[variable]);
      if (name !== 'input' || typeof value !== 'object' || value === null) return [{ name, value }];
      return Object.entries(value).map(([field, inner]) => ({ name: field, value: inner }));
    },
  );
}

/** Lists the arguments that name an object by its id. */
function namesOf(operation, variables, { isOperator }) {
  const named = isOperator ? namedByOperator : namedBySeller;
  return argumentsOf(operation, variables).flatMap(({ name, value }) => {
    const id = uuidOf(value);
    const [type, fields] = named[name] ?? [];
    return id !== null && type !== undefined ? [{ name, id, type, fields }] : [];
  });
}

/** Returns the UUID that a value is, or that the `id` of an object has in it. */
function uuidOf(value) {
  if (typeof value !== 'string' || value === zeros) return null;
  const [uuid] = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.exec(value) ?? partsOf(value) ?? [];
  return uuid?.toLowerCase() ?? null;
}

function partsOf(id) {
  try {
    return /(?<=^\w+:)[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i.exec(atob(id));
  } catch {
    return null;
  }
}

function idsOf(names) {
  return names.map(({ id }) => id);
}

/** Reads what an id names, as words for a person. */
async function findTarget({ name, id, type, fields }, asker) {
  const { ask } = asker;
  const answer = await ask(`{ node(id: "${btoa(`${type}:${id}`)}") { ... on ${type} { ${fields} } } }`).catch(
    () => null,
  );
  if (!answer?.data?.node) return { words: `Nothing that this key can read has this ${name}.`, mode: null };
  const node = flat(answer.data.node);
  const mode = node.mode ?? (node.prefix?.startsWith('auc_test_') ? 'TEST' : null);
  // Settlement waits for the auction that the hold names, or for all of them.
  if (typeof node.auctionId === 'string') {
    const auction = await findTarget(
      { name, id: node.auctionId, type: 'Auction', fields: 'title sellerAccount { name mode }' },
      asker,
    );
    return { ...auction, words: `${node.reason} · ${auction.words}` };
  }
  const words = Object.entries(node).flatMap(([field, value]) => {
    if (value === null) return [];
    return field.endsWith('InCents') ? [`${(Number(value) / 100).toFixed(2)} USD`] : [String(value)];
  });
  return { words: words.join(' · '), mode };
}

/** Returns the fields of an object, and of those in it. */
function flat(object) {
  const fields = Object.entries(object).map(([name, value]) =>
    typeof value === 'object' && value !== null ? flat(value) : { [name]: value },
  );
  return Object.assign({}, ...fields);
}

/** Checks whether it is real: the key is live; or an operator's, and nothing says that it is about a test seller. */
function isLive(operation, variables, targets, { mode }) {
  if (mode !== null) return mode === 'live';
  const modes = targets.map((target) => target.mode);
  const asked = argumentsOf(operation, variables).find(({ name }) => name === 'mode')?.value;
  return !(modes.length > 0 ? modes.every((one) => one === 'TEST') : asked === 'TEST');
}

function withText(tag, text) {
  return Object.assign(document.createElement(tag), { textContent: text });
}
