import { html, raw } from 'hono/html';
import type { PageFiles, ScriptName } from '../page-files.ts';

export type Html = ReturnType<typeof html>;

/** What every page of this room looks like around its content. */
export function layout(
  { files, base }: { files: PageFiles; base: string },
  page: { title: string; isTest: boolean; scripts: readonly ScriptName[]; head?: Html; main: Html },
): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<style>${raw(files.style)}</style>
${page.head ?? ''}
${page.scripts.map((name) => html`<script src="${base}/auctions/${name}?v=${files.scripts.get(name)!.version}" defer></script>`)}
</head>
<body>
${page.isTest ? html`<header class="test-note"><strong>Test mode: no real money.</strong> Only test cards work here.</header>` : ''}
${page.main}
</body>
</html>`;
}
