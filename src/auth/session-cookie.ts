import { parse, serialize } from 'hono/utils/cookie';
import { maxSessionSeconds } from './admin-session.ts';

/**
 * Reads the token from a request's cookie; `null`: there is none. Over https the name begins with `__Host-`: browsers
 * accept such a cookie from this host alone, so that no neighbouring host can plant a session.
 */
export function readSessionCookie(request: Request, publicUrl: string): string | null {
  const name = nameOf(publicUrl);
  return parse(request.headers.get('cookie') ?? '', name)[name] ?? null;
}

/**
 * Writes the cookie.
 *
 * @param token `null` removes the cookie
 */
export function sessionCookie(token: string | null, publicUrl: string): string {
  return serialize(nameOf(publicUrl), token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(publicUrl),
    maxAge: token === null ? 0 : maxSessionSeconds,
  });
}

function nameOf(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-admin' : 'admin';
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
