import type { Context } from 'hono';
import { ClientGone } from '../core/request-body.ts';

/** More than any form of ours has; also the cap on what is read. */
export const maxFormBytes = 16 * 1024;

export type Form = ReadonlyMap<string, string>;

/**
 * @returns `null`: not a form of ours, which names each field once
 * @throws ClientGone
 */
export async function readForm(c: Context): Promise<Form | null> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return null;
  const text = await c.req.text().catch((error: unknown) => {
    throw new ClientGone(error);
  });
  const entries = [...new URLSearchParams(text)];
  const form = new Map(entries);
  return form.size === entries.length ? form : null;
}
