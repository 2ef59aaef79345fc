import type { Context, MiddlewareHandler } from 'hono';
import { readBodyWithin } from './read-body-within.ts';

/**
 * Makes a guard that refuses a body of more than `maxBytes`. A body without a declared length is read here; a client that
 * leaves before its end is gone, and no fault of the service.
 */
export function capBody(maxBytes: number, refuse: (c: Context) => Response | Promise<Response>): MiddlewareHandler {
  return async (c, next) => {
    const length = c.req.header('content-length');
    if (length !== undefined) return Number(length) > maxBytes ? await refuse(c) : await next();
    if (c.req.raw.body === null) return await next();
    const body = await readBodyWithin(c.req.raw, maxBytes);
    if (body === null) return await refuse(c);
    c.req.raw = new Request(c.req.raw, { method: c.req.method, body: new Uint8Array(body) });
    return await next();
  };
}
