import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { z } from 'zod';
import type { Html } from '../auction/views/layout.ts';
import { hiddenInputs } from '../form-fields.ts';
import type { Change, DrawnFields, Typed, Visit } from './seller-page.ts';

// A form carries what it was drawn from. One that another seller opened is refused, and one whose data has changed meanwhile is shown
// again: nothing is overwritten unseen.

/** The hidden field of every form of these pages. */
export const proofField = 'proof';

const proofInput = z.object({
  /** The seller who saw the form. */
  seller: z.string(),
  /** The zone and the language that its times and amounts were written in. */
  zone: z.string(),
  language: z.string(),
  /** The digest of each field that was not empty. Absent: the form shows nothing that is stored. */
  shown: z.record(z.string(), z.string()).optional(),
});

/** The data that a form was drawn from. */
export type Proof = Readonly<z.infer<typeof proofInput>>;

/** Writes what a form was drawn from. */
export function writeProof({ viewer, zone, locale }: Pick<Visit, 'viewer' | 'zone' | 'locale'>, fields: DrawnFields) {
  const filled = [...fields].filter(([, { value }]) => value !== '');
  const shown = Object.fromEntries(filled.map(([name, { value }]) => [name, digestOf(value)]));
  const proof: Proof = {
    seller: viewer.sellerId,
    zone,
    language: locale.language,
    ...(fields.size > 0 && { shown }),
  };
  return Buffer.from(JSON.stringify(proof)).toString('base64url');
}

/** Reads it again; `null`: the form has none, or it was mutilated on the way. */
export function readProof({ fields }: Pick<Typed, 'fields'>): Proof | null {
  const text = Buffer.from(fields.get(proofField) ?? '', 'base64url').toString();
  try {
    return proofInput.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Draws a form of one button and of hidden fields, which shows nothing that is stored. */
export function buttonForm(
  visit: Pick<Visit, 'viewer' | 'zone' | 'locale'>,
  form: string,
  hidden: Readonly<Record<string, string>>,
  content: Html,
): Html {
  return html`<form method="post">${hiddenInputs({ form, [proofField]: writeProof(visit, new Map()), ...hidden })}${content}</form>`;
}

/**
 * Compares what a form was drawn from with what it would show now. A field that the seller has left alone takes its present value, and
 * one that the seller has changed keeps what was typed.
 *
 * @param now the fields as the form would show them now
 */
export function findChanges(
  typed: Typed,
  shown: Readonly<Record<string, string>>,
  now: DrawnFields,
): { readonly changes: readonly Change[]; readonly typed: Typed } {
  const fields = new Map(typed.fields);
  const changes = [...new Set([...Object.keys(shown), ...now.keys()])].flatMap((field): Change[] => {
    const { value = '', label = null, said = null } = now.get(field) ?? {};
    const before = shown[field] ?? digestOf('');
    const mine = typed.fields.get(field) ?? '';
    if (digestOf(value) === before || mine === value) return [];
    if (digestOf(mine) !== before) return [{ field, label, now: said }];
    if (value === '') fields.delete(field);
    else fields.set(field, value);
    return [{ field, label, now: null }];
  });
  return { changes, typed: { fields, files: typed.files } };
}

function digestOf(value: string): string {
  return createHash('sha256').update(value.replaceAll('\r\n', '\n')).digest('base64url').slice(0, 8);
}
