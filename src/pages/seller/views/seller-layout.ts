import { html } from 'hono/html';
import type { Html } from '../../auction/views/layout.ts';
import { maxUploadBytes, picturePath } from '../../../auctions/presentation/picture-encoder.ts';
import { maxPictures } from '../../../auctions/presentation/update-auction-presentation.ts';
import type { MyAuctionsQuery } from '../generated/answers.ts';
import type { AnsweredError, Place, SellerPage, Visit } from '../seller-page.ts';
import { scopeIn } from '../mutation-form.ts';

/** The places of the navigation, and their paths below `/seller`. */
const paths: Readonly<Record<Place, string>> = {
  auctions: '',
  list: '/list',
  bidders: '/bidders',
  profile: '/profile',
  keys: '/keys',
  sessions: '/sessions',
  webhooks: '/webhooks',
  test: '/test',
};

/** Draws what stands around the content of a page: the navigation above, and the documents below. */
export function sellerLayout(
  visit: Visit,
  page: Pick<SellerPage, 'place'> & Partial<Pick<SellerPage, 'document' | 'forms'>>,
  main: Html,
): Html {
  const { place, document, forms = {} } = page;
  return html`${navigation(visit, place)}
<main class="narrow wide seller-page" id="main" data-ended="${visit.words.signIn.ended.live}" data-upload="${uploadWords(visit)}">
${main}
${document === undefined || !visit.seesDocuments ? '' : documents(visit.words, document, forms)}
</main>`;
}

/** The texts of the script of forms, and the address for its pictures. */
function uploadWords({ words, locale, base, servicePath }: Visit): string {
  const { upload, pictureFaults, item, ownFaults } = words;
  const names = Object.keys(pictureFaults) as (keyof typeof pictureFaults)[];
  return JSON.stringify({
    ...upload,
    keepOpen: upload.keepOpen({ count: '{count}' }),
    faults: Object.fromEntries(names.map((name) => [name, pictureFaults[name]({ name: '{name}' })])),
    picture: item.picture({ number: '{number}' }),
    sending: locale.words.delivery.sending,
    tooMany: ownFaults.tooManyPictures,
    begin: `${base}/pictures`,
    thumbnail: `${servicePath}${picturePath('{id}', 480)}`,
    maxPictures,
    maxBytes: maxUploadBytes,
  });
}

function navigation({ words, base, viewer }: Visit, current: Place): Html {
  const places = (Object.keys(paths) as Place[]).filter((place) => place !== 'test' || viewer.mode === 'test');
  return html`<a class="skip" href="#main">${words.skip}</a>
<nav class="top" aria-label="${words.navigation}"><ul>
${places.map((place) => html`<li><a href="${base}${paths[place]}"${place === current ? html` aria-current="page"` : ''}>${words.places[place]}</a></li>`)}
<li class="last"><form method="post" action="${base}/sign-out"><button>${words.signOut}</button></form></li>
</ul></nav>`;
}

/** Shows the documents of a page to those who write programs. */
function documents(
  { document: words }: Visit['words'],
  document: string,
  forms: NonNullable<SellerPage['forms']>,
): Html {
  const shown = [document, ...Object.values(forms).map((form) => form.document)].filter((text) => text !== '');
  return html`<details class="card document"><summary>${words.page}</summary>
<p class="hint">${words.explain}</p>
${shown.map((text, at) => html`${at === 0 ? '' : html`<p class="hint">${words.form}</p>`}<pre tabindex="0" dir="ltr"><code>${text.trim()}</code></pre>`)}
</details>`;
}

/** Says which parts of a page are empty, because the key lacks a scope. */
export function missingParts({ words }: Visit, errors: readonly AnsweredError[]): Html {
  const lacking = errors.filter(({ code }) => code === 'insufficient_scope');
  const scopes = new Set(lacking.map(({ message }) => scopeIn(message)));
  return html`${[...scopes].map((scope) => html`<p class="notice">${words.missingPart({ scope })}</p>`)}`;
}

/**
 * Draws a key or a secret that is never shown again. A form that was sent twice gets a note in its place.
 *
 * @param heading says what it is
 */
export function shownOnce({ words: { shownOnce: words } }: Visit, heading: string, secret: string): Html {
  if (!/^(?:auc|whsec)_/.test(secret)) return html`<p class="notice" role="status">${words.repeated}</p>`;
  return html`<div class="notice good" role="status" id="secret"><h2>${heading}</h2>
<p class="address secret" dir="ltr"><code>${secret}</code></p><p>${words.once}</p></div>`;
}

type Query = Readonly<Record<string, string>>;

/** The position of a page in its connection, as a document asks for it. */
export type PageInfo = NonNullable<MyAuctionsQuery['auctions']>['pageInfo'];

/** The parameters of an address that hold the place in a list. */
interface PlaceNames {
  readonly before: string;
  readonly after: string;
}

const usualNames: PlaceNames = { before: 'before', after: 'after' };

/** Returns the arguments of the connection for the page that the address asks for. */
export function pageAsked(visit: Visit, onPage: number, names = usualNames) {
  const before = visit.query(names.before);
  return before === null ? { first: onPage, after: visit.query(names.after) } : { last: onPage, before };
}

/** Returns the parameters of the address that hold the place. */
export function placeOf(visit: Visit, names = usualNames): Query {
  const [before, after] = [visit.query(names.before), visit.query(names.after)];
  return { ...(before !== null && { [names.before]: before }), ...(after !== null && { [names.after]: after }) };
}

/**
 * Draws the links to the part of a connection before and after.
 *
 * @param path of the page
 * @param kept the other parameters of the address
 */
export function connectionButtons(
  { words: { auctions: words } }: Visit,
  path: string,
  { hasNextPage, hasPreviousPage, startCursor, endCursor }: PageInfo,
  kept: Query = {},
  names = usualNames,
): Html {
  const link = (query: Query, text: string) =>
    html`<a class="button secondary small" href="${path}?${new URLSearchParams({ ...kept, ...query }).toString()}">${text}</a> `;
  if (!hasPreviousPage && !hasNextPage) return html``;
  return html`<p class="buttons">${hasPreviousPage ? link({ [names.before]: startCursor ?? '' }, words.earlier) : ''}${hasNextPage ? link({ [names.after]: endCursor ?? '' }, words.later) : ''}</p>`;
}
