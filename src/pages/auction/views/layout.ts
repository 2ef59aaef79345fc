import { html, raw } from 'hono/html';
import { type Html, htmlPage } from '../../../core/html-page.ts';
import { type Language, languages } from '../../../core/languages.ts';
import type { Locale } from '../locale.ts';
import type { AccentStyle, IconTone, PageFiles } from '../page-files.ts';

export type { Html };

/** The parts of a page. */
export interface Page {
  readonly title: string;
  readonly main: Html;
  readonly head?: Html;
  readonly isTest?: boolean;
  /** Search engines may list the page. */
  readonly isIndexed?: boolean;
  /** The color of the tab's icon. */
  readonly tone?: IconTone;
  readonly accent?: AccentStyle | null;
}

/**
 * Draws the document around a page's content.
 *
 * @param around.address of this page, which the links to the other languages lead to; `null`: it has none, in a frame
 */
export function layout(
  { files, base, locale }: { files: PageFiles; base: string; locale: Locale },
  { title, main, head, isTest = false, isIndexed = false, tone = 'plain', accent = null }: Page,
  { scripts, address }: { scripts: readonly string[]; address: string | null },
): Html {
  const { language, direction, words, browserWords } = locale;
  const file = (name: string) => `${base}/auctions/${files.address(name)}`;
  return htmlPage({
    title,
    language,
    direction,
    head: html`${
      isIndexed
        ? ''
        : html`<meta name="robots" content="noindex">
`
    }<link rel="stylesheet" href="${file('page.css')}">${accent === null ? '' : html`<style>${raw(accent.text)}</style>`}
<link rel="icon" type="image/svg+xml" href="${file(`icon-${tone}.svg`)}">
${head ?? ''}
${scripts.map((name) => html`<script src="${file(name)}" defer></script>`)}`,
    bodyAttributes: scripts.length === 0 ? html`` : browserWords,
    body: html`${isTest ? html`<header class="test-note">${words.testMode}</header>` : ''}
${main}
${address === null ? '' : languageNav(locale, address)}`,
  });
}

/** The languages' own names for themselves. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español', ar: 'العربية' };

/** @param address from the root on */
function languageNav({ language, words }: Locale, address: string): Html {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return html`<footer><nav class="languages" aria-label="${words.languages}">${languages.map((each) => {
    searchParams.set('lang', each);
    return html`<a href="${pathname}?${searchParams.toString()}" lang="${each}" hreflang="${each}" rel="nofollow"${each === language ? html` aria-current="true"` : ''}>${languageNames[each]}</a>
`;
  })}</nav></footer>`;
}

/** A page that says one thing, and where to go from there. */
export function messageView({ heading, detail, link }: { heading: string; detail: string; link?: Link }): Html {
  return narrowView(
    heading,
    html`<p>${detail}</p>
${buttonTo(link)}`,
  );
}

/** A page of one column. */
export function narrowView(heading: string, content: Html): Html {
  return html`<main class="narrow">
<div class="card">
<h1>${heading}</h1>
${content}
</div>
</main>`;
}

/** A link that leads on. */
export interface Link {
  readonly href: string;
  readonly text: string;
}

/** Draws a link that looks like a button. */
export function buttonTo(link: Link | undefined): Html {
  return link === undefined ? html`` : html`<p><a class="button secondary" href="${link.href}">${link.text}</a></p>`;
}
