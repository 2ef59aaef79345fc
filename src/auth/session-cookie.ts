import { parse, serialize } from 'hono/utils/cookie';
import { longestSessionSeconds } from './admin-session.ts';

/**
 * The token in a request's cookie; `null`: it carries none. Over https the name begins with `__Host-`, which browsers
 * take from this very host alone, so that no neighbouring one can plant a session.
 */
export function readSessionCookie(request: Request, publicUrl: string): string | null {
  const name = nameOf(publicUrl);
  return parse(request.headers.get('cookie') ?? '', name)[name] ?? null;
}

/** @param token `null` takes the cookie away */
export function sessionCookie(token: string | null, publicUrl: string): string {
  return serialize(nameOf(publicUrl), token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(publicUrl),
    maxAge: token === null ? 0 : longestSessionSeconds,
  });
}

function nameOf(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-admin' : 'admin';
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
