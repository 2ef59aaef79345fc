import { html } from 'hono/html';
import { type Html, type Link } from '../../page/views/layout.ts';
import type { AnsweredError, Place, SellerPage, Visit } from '../seller-page.ts';
import { refusalWords } from '../mutation-form.ts';

/** The places of the navigation, and their paths below `/seller`. */
const paths: Readonly<Record<Place, string>> = {
  auctions: '',
  list: '/list',
  bidders: '/bidders',
  profile: '/profile',
  keys: '/keys',
  webhooks: '/webhooks',
  test: '/test',
};

/** Draws what stands around the content of a page: the navigation above, and the documents below. */
export function sellerLayout(
  visit: Visit,
  page: SellerPage,
  content: { readonly main: Html; readonly notice: Html },
): Html {
  const { words } = visit;
  return html`${navigation(visit, page.place)}
<main class="narrow wide seller-page" id="main">
${content.notice}${content.main}
${documents(words, page)}
</main>`;
}

function navigation({ words, base, mode }: Visit, current: Place): Html {
  const places = (Object.keys(paths) as Place[]).filter((place) => place !== 'test' || mode === 'test');
  return html`<a class="skip" href="#main">${words.skip}</a>
<nav class="top" aria-label="${words.navigation}"><ul>
${places.map((place) => html`<li><a href="${base}${paths[place]}"${place === current ? html` aria-current="page"` : ''}>${words.places[place]}</a></li>`)}
<li class="last"><form method="post" action="${base}/sign-out"><button>${words.signOut}</button></form></li>
</ul></nav>`;
}

/** Shows the documents of a page to those who write programs. */
function documents({ document: words }: Visit['words'], { document, forms = {} }: SellerPage): Html {
  const shown = [document, ...Object.values(forms).map((form) => form.document)];
  return html`<details class="card document"><summary>${words.page}</summary>
<p class="hint">${words.explain}</p>
${shown.map((text, at) => html`${at === 0 ? '' : html`<p class="hint">${words.form}</p>`}<pre tabindex="0" dir="ltr"><code>${text.trim()}</code></pre>`)}
</details>`;
}

/** Says which parts of a page are empty, because the key lacks a scope. */
export function missingParts({ words }: Visit, errors: readonly AnsweredError[]): Html {
  const lacking = errors.filter(({ code }) => code === 'insufficient_scope');
  const scopes = new Set(lacking.map(({ message }) => /"([^"]+)"/.exec(message)?.[1] ?? ''));
  return html`${[...scopes].map((scope) => html`<p class="notice">${words.missingPart(scope)}</p>`)}`;
}

/** Draws a page that says why the document has no answer. */
export function refusedView({ words }: Visit, error: AnsweredError): Html {
  return html`<p class="notice bad">${refusalWords(words, error)}</p>`;
}

/** Draws links that look like buttons, next to one another. */
export function buttons(links: readonly (Link & { readonly isSecondary?: boolean })[]): Html {
  return html`<p class="buttons">${links.map(({ href, text, isSecondary = true }) => html`<a class="button small${isSecondary ? ' secondary' : ''}" href="${href}">${text}</a> `)}</p>`;
}
