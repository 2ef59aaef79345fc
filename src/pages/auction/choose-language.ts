import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { parseAccept } from 'hono/utils/accept';
import { html, raw } from 'hono/html';
import { parse } from 'hono/utils/cookie';
import { htmlPage } from '../../core/html-page.ts';
import { isLanguage, type Language, languages } from '../../core/languages.ts';
import { isSecure } from './browser-cookie.ts';
import { type Locale, locales } from './locale.ts';

/** The name of the link's parameter, and of the cookie that remembers it. */
const name = 'lang';
const rememberedSeconds = 365 * 24 * 3_600;

/** Remembers the language of a link for the links to come. */
export function rememberLanguage(publicUrl: string): MiddlewareHandler {
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(publicUrl) } as const;
  return async (c, next) => {
    const asked = c.req.query(name);
    if (isLanguage(asked) && asked !== getCookie(c, name)) {
      setCookie(c, name, asked, { ...options, maxAge: rememberedSeconds });
    }
    await next();
  };
}

/**
 * Reads the language that the bidder has chosen by a link, now or earlier.
 *
 * @returns `null`: none that the page has
 */
export function chosenLanguage(c: Context): Language | null {
  return [c.req.query(name), getCookie(c, name)].find(isLanguage) ?? null;
}

/**
 * Chooses the language of an answer: the bidder's own choice, then the first language of the browser that the page has,
 * then the seller's, then English. A browser names the languages that its user reads; a seller can only guess.
 */
export function localeOf(c: Context, sellersLanguage: Language | null = null): Locale {
  const accepted = c.req.header('accept-language');
  return locales[chosenLanguage(c) ?? firstAccepted(accepted) ?? sellersLanguage ?? 'en'];
}

// Browsers name a handful. A longer header is read up to here.
const maxHeaderLength = 300;

function firstAccepted(header = ''): Language | null {
  const tags = parseAccept(header.slice(0, maxHeaderLength)).filter(({ q }) => q > 0);
  return tags.map(({ type }) => type.toLowerCase().split('-', 1)[0]).find(isLanguage) ?? null;
}

const overloadStyle =
  ':root{color-scheme:light dark}body{max-width:34rem;margin:15vh auto;padding:0 1.25rem;font:1.0625rem/1.5 system-ui,sans-serif}h1{font-size:1.5rem;line-height:1.25}';

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
      htmlPage({
        title: heading,
        language,
        direction,
        head: html`<style>${raw(overloadStyle)}</style>`,
        body: html`<main><h1>${heading}</h1><p>${detail}</p></main>`,
      }).toString(),
    ];
  }),
) as Record<Language, string>;

/** Returns the page in the language that a request asks for, before the application sees the request. */
export function overloadPage({ url = '/', headers }: IncomingMessage): string {
  const asked = new URLSearchParams(url.split('?', 2)[1]).get(name) ?? undefined;
  const remembered = parse(headers.cookie ?? '', name)[name];
  const chosen = [asked, remembered].find(isLanguage);
  return overloadPages[chosen ?? firstAccepted(headers['accept-language']) ?? 'en'];
}
