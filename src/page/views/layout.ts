import { html, raw } from 'hono/html';
import { htmlPage, type Html } from '../../core/html-page.ts';
import type { AccentStyle } from '../accent-style.ts';
import type { LanguageLink } from '../language-links.ts';
import type { Locale } from '../locale.ts';
import type { IconTone, PageFiles } from '../page-files.ts';

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
    /** The same page in each language. */
    languageLinks: readonly LanguageLink[];
    head?: Html;
    main: Html;
  },
): Html {
  const { language, direction, words, browserWords } = locale;
  return htmlPage({
    title: page.title,
    language,
    direction,
    head: html`<meta name="robots" content="noindex">
<style>${raw(files.style)}</style>${page.accent === null ? '' : html`<style>${raw(page.accent.text)}</style>`}
<link rel="icon" type="image/svg+xml" href="${base}/auctions/icon-${page.tone}.svg?v=${files.icons[page.tone].version}">
${page.head ?? ''}
${page.scripts.map((name) => html`<script src="${base}/auctions/${name}?v=${files.scripts.get(name)!.version}" defer></script>`)}`,
    bodyAttributes: html` data-words="${browserWords}"`,
    body: html`${page.isTest ? html`<header class="test-note">${words.testMode}</header>` : ''}
${page.main}
<footer><nav class="languages" aria-label="${words.languages}">${page.languageLinks.map(
      (
        link,
      ) => html`<a href="${link.href}" lang="${link.language}" hreflang="${link.language}" rel="nofollow"${link.language === language ? html` aria-current="true"` : ''}>${link.name}</a>
`,
    )}</nav></footer>`,
  });
}
