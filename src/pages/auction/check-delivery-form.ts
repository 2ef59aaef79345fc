import type { DeliveryDetails } from '../../auctions/bidders/delivery-details.ts';
import { isBlank } from '../../core/text-input.ts';
import type { AskWinnerFor } from '../../auctions/presentation/seller-profile.ts';
import type { FieldFault } from '../form-fields.ts';
import type { Locale } from './locale.ts';
import type { TypedFields } from '../../core/read-form.ts';
import { withoutDirections } from './views/isolated.ts';

/** A field of the form, and the most characters that it takes. */
export const deliveryFields = { name: 200, address: 500, telephone: 50 } as const;

export type DeliveryField = keyof typeof deliveryFields;

/** Returns the fields that the seller asks the winner for, in the order of the form. */
export function fieldsAskedFor(asked: AskWinnerFor): readonly DeliveryField[] {
  if (asked === 'NONE') return [];
  return asked === 'CONTACT' ? ['name', 'telephone'] : ['name', 'address', 'telephone'];
}

/** Checks every field that the seller asks for. */
export function checkDeliveryForm(
  { words }: Locale,
  asked: AskWinnerFor,
  form: TypedFields,
): { readonly details: Omit<DeliveryDetails, 'givenAt'> } | { readonly faults: FieldFault[] } {
  const fields = fieldsAskedFor(asked);
  const text = (field: DeliveryField) => plainText(form.get(field) ?? '');
  const faults = fields
    .filter((field) => !isGood[field](text(field)))
    .map((field) => ({ field, detail: words.delivery.faults[field] }));
  if (faults.length > 0) return { faults };
  const address = fields.includes('address') ? text('address') : null;
  return { details: { name: text('name'), address, telephone: text('telephone') } };
}

const isGood: Record<DeliveryField, (text: string) => boolean> = {
  name: (text) => isVisible(text, deliveryFields.name) && !text.includes('\n'),
  address: (text) => isVisible(text, deliveryFields.address),
  // With the digits, spaces and dashes of any script, and an extension.
  telephone: (text) =>
    text.length <= deliveryFields.telephone &&
    /^\+?[\p{Nd}\p{Zs}\p{Pd}()./]+(?:(?:x|ext\.?|#)\p{Zs}?\p{Nd}+)?$/iu.test(text) &&
    /(?:\p{Nd}\D*){5}/u.test(text),
};

/** Something to see, and no control characters but the ends of lines. */
function isVisible(text: string, maxCharacters: number): boolean {
  return !isBlank(text) && [...text].length <= maxCharacters && !/[^\n\P{Cc}]/u.test(text);
}

/** Returns a text without what nobody has typed on purpose: blanks around it and its lines, and marks that turn the direction of writing. */
function plainText(typed: string): string {
  const lines = withoutDirections(typed).split(/\r\n|\r|\n/);
  return lines
    .map((line) => line.replaceAll('\t', ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
