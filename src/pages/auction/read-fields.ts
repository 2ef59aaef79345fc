import type { Context } from 'hono';
import { readForm } from '../../core/read-form.ts';

export type Form = ReadonlyMap<string, string>;

/**
 * Reads the fields of a form of ours.
 *
 * @returns `null`: it is none, or has files
 * @throws Refusal `payload_too_large`
 * @throws ClientGone
 */
export async function readFields(c: Context): Promise<Form | null> {
  const form = await readForm(c.req.raw);
  return form === null || form.files.size > 0 ? null : form.fields;
}
