import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

const name = 'documents';
const rememberedSeconds = 31_536_000;

/** True in a browser whose seller wants to see the GraphQL documents of the pages. */
export function seesDocuments(c: Context): boolean {
  return getCookie(c, name) === 'yes';
}

/** Remembers in this browser whether its seller wants to see them. */
export function rememberDocuments(c: Context, isWanted: boolean, secure: boolean): void {
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  if (isWanted) setCookie(c, name, 'yes', { ...options, maxAge: rememberedSeconds });
  else deleteCookie(c, name, options);
}
