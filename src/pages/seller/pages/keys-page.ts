import { html } from 'hono/html';
import { createKeyInput, maxKeyNameLength } from '../../../platform/auth/own-keys.ts';
import { faultsIn } from '../../../core/check-input.ts';
import { sellerScopes, type Viewer } from '../../../core/viewer.ts';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { mutationForm, type ReadFields, saidAt } from '../mutation-form.ts';
import type { MyKeysQuery } from '../generated/answers.ts';
import type { Sent, SellerPage, Typed, Visit } from '../seller-page.ts';
import { type DrawnForm, formOf } from '../views/form-of.ts';
import { connectionButtons, pageAsked, placeOf, shownOnce } from '../views/seller-layout.ts';
import type { SellerWords } from '../../../../locales/words.ts';
import { readTimes } from '../zones.ts';

type ScopeName = keyof SellerWords['keys']['scopes'];

type AnsweredKey = NonNullable<MyKeysQuery['keys']>['nodes'][number];

const onPage = 20;
const offeredAuctions = 50;

/** Lists the seller's keys; issues, replaces and revokes them. */
export const keysPage: SellerPage<MyKeysQuery> = {
  route: '/keys',
  place: 'keys',
  document: `
query MyKeys($first: Int, $after: String, $last: Int, $before: String) {
  keys(first: $first, after: $after, last: $last, before: $before) {
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { apiKeyId prefix name scopes auctionIds origins createdAt expiresAt revokedAt lastUsedAt issuedBy }
  }
  auctions(first: ${offeredAuctions}) { edges { node { auctionId title } } }
}`,
  variables: (visit) => pageAsked(visit, onPage),
  view: (visit, { keys, auctions }, sent) => {
    const { keys: words } = visit.words;
    // Without `keys:write` the list is null, and without `auctions:read` the auctions.
    const titles = new Map((auctions?.edges ?? []).map(({ node }) => [node.auctionId, node.title]));
    const shown = keys?.nodes ?? [];
    const chosen = shown.find(({ apiKeyId }) => apiKeyId === visit.query('key'));
    const { answer } = sent as { readonly answer: { readonly key: string } | null };
    const main = html`<h1>${words.heading}</h1>
<p>${words.intro}</p>
${answer === null ? '' : shownOnce(visit, words.issued, answer.key)}
${chosen === undefined || chosen.revokedAt !== null ? '' : change(visit, chosen, sent)}
${
  keys === null
    ? ''
    : html`<section class="card" aria-labelledby="keys-heading"><h2 id="keys-heading">${words.list}</h2>
<ul class="own">${shown.map((key) => row(visit, key, { titles, others: shown }))}</ul>
${connectionButtons(visit, '', keys.pageInfo)}</section>
${issueSecret(visit, shown, sent)}${issuePublic(visit, shown, titles, sent)}`
}`;
    return { title: words.heading, main };
  },
  forms: {
    secret: mutationForm({
      mutation: 'createKey',
      selects: 'key',
      read: (visit, typed) =>
        readKey(visit, typed, {
          scopes: scopesOf(visit.viewer).filter((scope) => typed.fields.has(`scopes-${scope}`)),
        }),
      invalid: { expiresTimestamp: 'ahead' },
      ticks: ['scopes'],
    }),
    public: mutationForm({
      mutation: 'createKey',
      selects: 'key',
      read: (visit, typed) => {
        const auctionIds = [...typed.fields.keys()].flatMap((name) => /^auctionIds-(.+)$/.exec(name)?.[1] ?? []);
        const origins = (typed.fields.get('origins') ?? '').split(/\s+/).filter((origin) => origin !== '');
        return readKey(visit, typed, {
          scopes: ['PUBLIC'],
          ...(auctionIds.length > 0 && { auctionIds }),
          ...(origins.length > 0 && { origins }),
        });
      },
      invalid: { expiresTimestamp: 'ahead', origins: 'origin', auctionIds: 'auction', scopes: 'publicKey' },
    }),
    rename: mutationForm({
      mutation: 'updateKey',
      read: (_, { fields }) => ({ variables: { apiKeyId: fields.get('apiKeyId'), name: fields.get('name') || null } }),
      done: 'changed',
    }),
    replace: mutationForm({
      mutation: 'replaceKey',
      selects: 'key',
      read: ({ viewer, words }, { fields }) => {
        const apiKeyId = fields.get('apiKeyId');
        // The session ends with its key: the new one could not be shown.
        const isThisOne = apiKeyId === viewer.apiKeyId;
        return { variables: { apiKeyId }, faults: isThisOne ? [{ field: '', detail: words.keys.notThisOne }] : [] };
      },
    }),
    revoke: mutationForm({
      mutation: 'revokeKey',
      read: (_, { fields }) => ({
        variables: { apiKeyId: fields.get('apiKeyId'), withIssued: fields.has('withIssued') },
      }),
      isConfirmed: true,
      done: 'keyRevoked',
    }),
  },
};

/** Reads what both kinds of keys have: a name, and when they end. */
function readKey(
  visit: Visit,
  typed: Typed,
  variables: { readonly scopes: readonly string[] } & Readonly<Record<string, unknown>>,
): ReadFields {
  const times = readTimes(visit, typed);
  const expires = (typed.fields.get('expiresTimestamp') ?? '') === '' ? undefined : times.seconds('expiresTimestamp');
  const scopes = variables.scopes.map((scope) => scope.toLowerCase().replace('_', ':'));
  const named = { ...variables, name: typed.fields.get('name') || undefined };
  const found = saidAt(visit, faultsIn(createKeyInput(visit.viewer), { ...named, scopes }));
  return { variables: { ...named, expiresTimestamp: expires }, faults: [...times.faults, ...found] };
}

/** The scopes that the key of the session can give. */
function scopesOf({ scopes }: Viewer): readonly ScopeName[] {
  return sellerScopes
    .filter((scope) => scopes.has(scope))
    .map((scope) => scope.replace(':', '_').toUpperCase() as ScopeName);
}

function row(
  visit: Visit,
  key: AnsweredKey,
  { titles, others }: { titles: ReadonlyMap<string, string>; others: readonly AnsweredKey[] },
): Html {
  const { keys: words } = visit.words;
  const { apiKeyId, scopes, auctionIds, origins, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  const isPublic = scopes.includes('PUBLIC');
  const never = (instant: string | null, word: string) => (instant === null ? word : visit.time(instant));
  const links = auctionIds.map(
    (auctionId, at) =>
      html`${at === 0 ? '' : ', '}<a href="${visit.base}/auctions/${auctionId}">${isolated(titles.get(auctionId) ?? auctionId)}</a>`,
  );
  const address = new URLSearchParams({ key: apiKeyId, ...placeOf(visit) });
  return html`<li><p class="row"><b>${name(key)}</b>${revokedAt === null ? '' : html` <span class="pill bad">${words.revoked}</span>`}${apiKeyId === visit.viewer.apiKeyId ? html` <span class="pill good">${words.thisOne}</span>` : ''}</p>
<dl class="facts">
<div><dt>${words.may}</dt><dd>${scopes.map((scope) => words.scopes[scope]).join(' · ')}</dd></div>
${
  isPublic
    ? html`<div><dt>${words.auctions}</dt><dd>${auctionIds.length === 0 ? words.allAuctions : links}</dd></div>
<div><dt>${words.origins}</dt><dd>${origins.length === 0 ? words.allOrigins : origins.map((origin, at) => html`${at === 0 ? '' : ', '}${isolated(origin)}`)}</dd></div>`
    : ''
}
<div><dt>${words.created}</dt><dd>${visit.time(createdAt)}</dd></div>
<div><dt>${words.issuedBy}</dt><dd>${issuer(visit, key, others)}</dd></div>
<div><dt>${words.lastUsed}</dt><dd>${never(lastUsedAt, words.neverUsed)}</dd></div>
${revokedAt === null ? html`<div><dt>${words.expires}</dt><dd>${never(expiresAt, words.never)}</dd></div>` : html`<div><dt>${words.revokedAt}</dt><dd>${visit.time(revokedAt)}</dd></div>`}
</dl>
${revokedAt === null ? html`<p><a class="button small secondary" href="${visit.base}/keys?${address.toString()}"><span>${words.change({ key: name(key) })}</span></a></p>` : ''}</li>`;
}

/** Names the key that issued a key: as the list does where the page has it, otherwise by its id. */
function issuer({ words: { keys: words } }: Visit, { issuedBy }: AnsweredKey, others: readonly AnsweredKey[]): Html {
  if (issuedBy === null) return html`${words.byOperator}`;
  const found = others.find(({ apiKeyId }) => apiKeyId === issuedBy);
  return found === undefined ? html`<bdi class="key" dir="ltr">${issuedBy}</bdi>` : name(found);
}

function name({ prefix, name: given }: AnsweredKey): Html {
  return html`${given === null ? '' : html`${isolated(given)} `}<bdi class="key" dir="ltr">${prefix}…</bdi>`;
}

function nameField({ words: { keys: words } }: Visit, form: DrawnForm): Html {
  return form.text({
    name: 'name',
    label: words.name,
    hint: words.nameHint,
    isOptional: true,
    maxLength: maxKeyNameLength,
  });
}

/** Names a key. Asks before it is replaced or revoked, and says what stops working. */
function change(visit: Visit, key: AnsweredKey, sent: Sent): Html {
  const { keys: words } = visit.words;
  const { apiKeyId, scopes, lastUsedAt } = key;
  const isThisOne = apiKeyId === visit.viewer.apiKeyId;
  const rename = formOf(visit, sent, 'rename', { apiKeyId, name: key.name });
  const replace = formOf(visit, sent, 'replace', { apiKeyId });
  const revoke = formOf(visit, sent, 'revoke', { apiKeyId });
  const lastUsed = lastUsedAt === null ? words.unused : words.usedAt({ time: visit.time(lastUsedAt) });
  return html`<section class="card" aria-labelledby="change-heading"><h2 id="change-heading">${words.change({ key: name(key) })}</h2>
${rename.form(html`${rename.hidden('apiKeyId')}${nameField(visit, rename)}<p><button class="button small secondary">${words.rename}</button></p>`)}
<ul class="meaning"><li>${scopes.includes('PUBLIC') ? words.stopsPublic : words.stops}</li><li>${lastUsed}</li>${isThisOne ? html`<li>${words.signsOut}</li>` : ''}<li>${words.forever}</li></ul>
${isThisOne ? html`<p class="notice">${words.notThisOne}</p>` : replace.form(html`${replace.hidden('apiKeyId')}<p class="hint">${words.replaceHint}</p><p><button class="button small secondary">${words.replace}</button></p>`)}
${revoke.form(html`${revoke.hidden('apiKeyId')}${revoke.tick({ name: 'withIssued', label: words.withIssued })}${revoke.tick({ name: 'confirm', label: words.confirm })}
<p class="buttons"><button class="button small danger">${words.revoke}</button> <a class="button small secondary" href="${visit.base}/keys">${words.keep}</a></p>`)}
</section>`;
}

function issueSecret(visit: Visit, keys: readonly AnsweredKey[], sent: Sent): Html {
  const { keys: words } = visit.words;
  const form = formOf(visit, sent, 'secret', { zone: visit.zone });
  return html`<section class="card" aria-labelledby="secret-heading"><h2 id="secret-heading">${words.issueSecret}</h2><p>${words.secretHint}</p>
${form.form(html`${nameField(visit, form)}${form.ticks({ name: 'scopes', label: words.may, hint: words.mayHint, options: scopesOf(visit.viewer).map((scope) => [scope, words.scopes[scope]] as const) })}
${ends(visit, keys, form)}
<p><button class="button small">${words.issue}</button></p>`)}</section>`;
}

function issuePublic(
  visit: Visit,
  keys: readonly AnsweredKey[],
  titles: ReadonlyMap<string, string>,
  sent: Sent,
): Html {
  const { keys: words } = visit.words;
  const { scopes } = visit.viewer;
  const heading = html`<h2 id="public-heading">${words.issuePublic}</h2><p>${words.publicHint}</p>`;
  if (!scopes.has('auctions:read') || !scopes.has('bids:read')) {
    return html`<section class="card" aria-labelledby="public-heading">${heading}<p class="notice">${visit.words.ownFaults.publicKey}</p></section>`;
  }
  const form = formOf(visit, sent, 'public', { zone: visit.zone });
  return html`<section class="card" aria-labelledby="public-heading">${heading}
${form.form(html`${nameField(visit, form)}${titles.size === 0 ? '' : form.ticks({ name: 'auctionIds', label: words.auctions, hint: words.auctionsHint, options: [...titles].map(([auctionId, title]) => [auctionId, isolated(title)] as const) })}
${form.text({ name: 'origins', label: words.origins, hint: words.originsHint, isOptional: true, rows: 2, maxLength: 2_000 })}
${ends(visit, keys, form)}
<p><button class="button small">${words.issue}</button></p>`)}</section>`;
}

function ends({ viewer, words }: Visit, keys: readonly AnsweredKey[], form: DrawnForm): Html {
  const own = keys.find(({ apiKeyId }) => apiKeyId === viewer.apiKeyId);
  // The key of the session may be on another page of the list: then it may end, too.
  const hint = own?.expiresAt === null ? words.keys.expiresHint : words.keys.expiresWithOwn;
  return html`<div class="two">${form.time({ name: 'expiresTimestamp', label: words.keys.expires, hint, isOptional: true })}
${form.zone(words.item.zone)}</div>`;
}
