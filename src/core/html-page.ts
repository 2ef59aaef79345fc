import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { readShortened } from './static-file.ts';

export type Html = ReturnType<typeof html>;

/** @returns a style after the one that all pages share, without the spaces that browsers do not need */
export function readStyle(file: URL): string {
  const texts = [new URL('browser/base.css', import.meta.url), file].map(readShortened);
  return texts.join('').replaceAll(/(?<=[{};,])\n|(?<=:) | (?={)/g, '');
}

/**
 * Makes an HTML document: what every page of the service begins with, then a head and a body of its own.
 *
 * @throws if a part is a promise
 */
export function htmlPage(page: {
  readonly title: string;
  readonly language?: string;
  readonly direction?: 'ltr' | 'rtl';
  readonly head: Html;
  /** The attributes of the body, escaped. */
  readonly bodyAttributes?: Html;
  readonly body: Html;
}): HtmlEscapedString {
  const { title, language = 'en', direction = 'ltr', head, bodyAttributes = '', body } = page;
  return ready(html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
${head}
<title>${title}</title>
</head>
<body${bodyAttributes}>
${body}
</body>
</html>
`);
}

/** @throws if a part of the text is a promise */
export function ready(text: Html): HtmlEscapedString {
  if (text instanceof Promise) throw new Error('A part of the text is not there yet: await it first.');
  return text;
}

/** Returns the link to the icon of the service, a gavel and its block, in a color. */
export function iconLink(color: string): Html {
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="${color}"><rect x="5" y="26" width="15" height="3" rx="1.5"/><g transform="rotate(45 16 13)"><rect x="9" y="4" width="14" height="3.5" rx="1.5"/><rect x="10.5" y="8.5" width="11" height="7"/><rect x="9" y="16.5" width="14" height="3.5" rx="1.5"/><rect x="14.3" y="20" width="3.4" height="12" rx="1.5"/></g></g></svg>`;
  return html`<link rel="icon" href="data:image/svg+xml,${raw(encodeURIComponent(icon))}">`;
}
