import type { Typed } from './seller-page.ts';

/**
 * Reads the fields and files of a form.
 *
 * @returns `null`: it is no form of ours, which names each field once
 */
export async function readFields(request: Request): Promise<Typed | null> {
  const form = await request.formData().catch(() => null);
  if (form === null) return null;
  const fields = new Map<string, string>();
  const files = new Map<string, File[]>();
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      if (fields.has(name)) return null;
      // Browsers send line breaks as CRLF.
      fields.set(name, value.replaceAll('\r\n', '\n'));
    } else if (value.size > 0) files.set(name, [...(files.get(name) ?? []), value]);
  }
  return { fields, files };
}
