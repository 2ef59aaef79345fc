import { html, raw } from 'hono/html';
import { type Html, htmlPage } from '../../core/html-page.ts';
import { type Language, languages } from '../../core/languages.ts';
import type { Locale } from '../locale.ts';
import type { AccentStyle, IconTone, PageFiles } from '../page-files.ts';

export type { Html };

/** Draws the document around a page's content. */
export function layout(
  { files, base, locale }: { files: PageFiles; base: string; locale: Locale },
  page: {
    title: string;
    isTest: boolean;
    /** The colour of the tab's icon. */
    tone: IconTone;
    scripts: readonly string[];
    accent: AccentStyle | null;
    /** The same page in each language; empty in a frame. */
    languageLinks: readonly LanguageLink[];
    head?: Html;
    main: Html;
    /** Search engines may list the page. */
    isIndexed?: boolean;
  },
): Html {
  const { language, direction, words, browserWords } = locale;
  return htmlPage({
    title: page.title,
    language,
    direction,
    head: html`${
      page.isIndexed === true
        ? ''
        : html`<meta name="robots" content="noindex">
`
    }<style>${raw(files.style)}</style>${page.accent === null ? '' : html`<style>${raw(page.accent.text)}</style>`}
<link rel="icon" type="image/svg+xml" href="${base}/auctions/icon-${page.tone}.svg?v=${files.icons[page.tone].version}">
${page.head ?? ''}
${page.scripts.map((name) => html`<script src="${base}/auctions/${name}?v=${files.scripts.get(name)!.version}" defer></script>`)}`,
    bodyAttributes: page.scripts.length === 0 ? html`` : html` data-words="${browserWords}"`,
    body: html`${page.isTest ? html`<header class="test-note">${words.testMode}</header>` : ''}
${page.main}
${page.languageLinks.length === 0 ? '' : languageNav(locale, page.languageLinks)}`,
  });
}

function languageNav({ language, words }: Locale, links: readonly LanguageLink[]): Html {
  return html`<footer><nav class="languages" aria-label="${words.languages}">${links.map(
    (
      link,
    ) => html`<a href="${link.href}" lang="${link.language}" hreflang="${link.language}" rel="nofollow"${link.language === language ? html` aria-current="true"` : ''}>${link.name}</a>
`,
  )}</nav></footer>`;
}

/** An address of a page in one language. */
interface LanguageLink {
  readonly language: Language;
  /** The language's own name for itself. */
  readonly name: string;
  readonly href: string;
}

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español', ar: 'العربية' };

/** @param address from the root on */
export function languageLinks(address: string): LanguageLink[] {
  return languages.map((language) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    searchParams.set('lang', language);
    return { language, name: languageNames[language], href: `${pathname}?${searchParams.toString()}` };
  });
}

/** A page that says one thing, and where to go from there. */
export function messageView(message: { heading: string; detail: string; link?: Link }): Html {
  const { heading, detail, link } = message;
  return html`<main class="narrow">
<div class="card">
<h1>${heading}</h1>
<p>${detail}</p>
${buttonTo(link)}
</div>
</main>`;
}

/** Where to go on. */
export interface Link {
  readonly href: string;
  readonly text: string;
}

/** Draws a link that looks like a button. */
export function buttonTo(link: Link | undefined): Html {
  return link === undefined ? html`` : html`<p><a class="button secondary" href="${link.href}">${link.text}</a></p>`;
}
