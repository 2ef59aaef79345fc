import { html, raw } from 'hono/html';
import type { AccentStyle } from '../accent-style.ts';
import type { PageFiles } from '../page-files.ts';

export type Html = ReturnType<typeof html>;

/** Draws the document around a page's content. */
export function layout(
  { files, base }: { files: PageFiles; base: string },
  page: {
    title: string;
    isTest: boolean;
    scripts: readonly string[];
    accent: AccentStyle | null;
    head?: Html;
    main: Html;
  },
): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<link rel="icon" type="image/svg+xml" href="${base}/auctions/icon.svg?v=${files.icon.version}">
<style>${raw(files.style)}</style>${page.accent === null ? '' : html`<style>${raw(page.accent.text)}</style>`}
${page.head ?? ''}
${page.scripts.map((name) => html`<script src="${base}/auctions/${name}?v=${files.scripts.get(name)!.version}" defer></script>`)}
</head>
<body>
${page.isTest ? html`<header class="test-note"><strong>Test mode: no real money.</strong> Test cards only.</header>` : ''}
${page.main}
</body>
</html>`;
}
