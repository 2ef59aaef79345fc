import type { IncomingMessage } from 'node:http';
import { type Language, languages } from '../core/languages.ts';
import { languageOf } from './choose-language.ts';
import { locales } from './locale.ts';

/**
 * The page of a request that is refused under overload, for bidders, who do not read JSON. It is prepared, and has a style of a line:
 * it must cost almost nothing. A form that is sent again is the same bid, so the page may suggest it.
 */
export const overloadPages = Object.fromEntries(
  languages.map((language) => {
    const { direction, words } = locales[language];
    const { heading, detail } = words.messages.overload;
    return [
      language,
      `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>:root{color-scheme:light dark}body{max-width:34rem;margin:15vh auto;padding:0 1.25rem;font:1.0625rem/1.5 system-ui,sans-serif}h1{font-size:1.5rem;line-height:1.25}</style>
</head>
<body><main><h1>${heading}</h1><p>${detail}</p></main></body>
</html>
`,
    ];
  }),
) as Record<Language, string>;

/** Returns the page in the language that a request asks for. */
export function overloadPage(incoming: IncomingMessage): string {
  return overloadPages[languageOf(incoming)];
}
