import { extensionKey } from '#one-statement/field-plan.ts';
import { InputReading } from '#one-statement/input-reading.ts';
import { MalformedIds } from '../errors/user-errors.ts';
import { isUuid } from '../../../core/uuid.ts';
import { partsOfId } from './connection-options.ts';

/** The types of objects that an argument may name. */
type Named =
  | 'ApiKey'
  | 'Auction'
  | 'Authorization'
  | 'Bid'
  | 'Seller'
  | 'SettlementHold'
  | 'WebhookDelivery'
  | 'WebhookEndpoint'
  | 'WebhookEvent'
  | (typeof pictureTypes)[number];

/** The types that show a picture. */
export const pictureTypes = ['AuctionPicture', 'Logo', 'PictureInWork', 'PictureUpload'] as const;

/**
 * Makes the type of an argument, or of a field of an input, that names an object: by its `id` or its UUID.
 *
 * @param types the types of the object; none: any
 */
export function objectId(...types: Named[]) {
  const reading = new InputReading((id) => uuidOf(id, types), {
    detail: `Must be the "id" or the UUID of an object${types.length === 0 ? '' : ` of type ${types.join(', ')}`}, as an answer showed it.`,
    refuse: (faults, args) => new MalformedIds(faults, args),
  });
  return { type: 'ID', extensions: { [extensionKey]: reading } } as const;
}

/** Makes the type of those that name several objects. */
export function objectIds(type: Named): {
  readonly type: ['ID'];
  readonly extensions: Readonly<Record<string, unknown>>;
} {
  return { ...objectId(type), type: ['ID'] };
}

/** Returns the UUID of an object. An `id` is the base64 of the name of its type and its UUID; that of an auction's picture goes on. */
function uuidOf(id: unknown, types: readonly string[]): string | undefined {
  const text = String(id);
  if (isUuid(text)) return text;
  const parts = partsOfId(text);
  if (parts === null || (types.length > 0 && !types.includes(parts.typename))) return undefined;
  const [uuid = ''] = parts.id.split(':', 1);
  return isUuid(uuid) ? uuid : undefined;
}
