import { extensionKey } from '#one-statement/field-plan.ts';
import { InputReading } from '#one-statement/input-reading.ts';
import { MalformedIds } from '../errors/user-errors.ts';
import { isUuid } from '../../../core/uuid.ts';
import { partsOfId } from './connection-options.ts';

const reading = new InputReading(uuidOf, (pointers, args) => new MalformedIds(pointers, args));

/** The type of an argument, or of a field of an input, that names an object: by its `id` or its UUID. */
export const objectId = { type: 'ID', extensions: { [extensionKey]: reading } } as const;

/** The type of those that name several objects. */
export const objectIds: { readonly type: ['ID']; readonly extensions: Readonly<Record<string, unknown>> } = {
  ...objectId,
  type: ['ID'],
};

/** Returns the UUID of an object. An `id` is the base64 of the name of its type and its UUID; that of an auction's picture goes on. */
function uuidOf(id: unknown): string | undefined {
  const text = String(id);
  const uuid = isUuid(text) ? text : partsOfId(text)?.id.split(':', 1)[0];
  return uuid !== undefined && isUuid(uuid) ? uuid : undefined;
}
