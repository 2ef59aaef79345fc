import type { Context } from 'hono';

/** Whether a browser asks for a page: other clients name what they take, or take everything. */
export function wantsHtml(c: Context): boolean {
  return /(^|,)\s*text\/html\s*(;|,|$)/i.test(c.req.header('accept') ?? '');
}
