import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { plainForm, readForm } from '../../core/read-form.ts';

export type Form = ReadonlyMap<string, string>;

/**
 * Reads the fields of a form of ours.
 *
 * @returns `null`: it is none, or has files
 * @throws Refusal `payload_too_large`
 * @throws ClientGone
 */
export async function readFields(c: Context): Promise<Form | null> {
  const form = await readForm(c.req.raw, plainForm, (c.env as Partial<HttpBindings> | undefined)?.incoming);
  return form === null || form.files.size > 0 ? null : form.fields;
}
