import { z } from 'zod';
import type { Config } from '../config.ts';
import { checkInput, customIssue, faultsIn } from '../core/check-input.ts';
import { pageInput } from '../core/page-input.ts';
import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import { WebhookDeliveryState, WebhookEventType } from '../db/generated/enums.ts';
import { faultOfWebhookUrl } from './receiver.ts';

// The only description of a seller's input about webhooks. receiver.ts decides which addresses may be called.

export const webhookUrlLengths = { least: 1, most: 2_048 };
const maxDescriptionCharacters = 200;
const maxOverlapSeconds = 7 * 86_400;

/** Above this, a timestamp in seconds lies beyond the year 5138: it is a timestamp in milliseconds. */
const timestampLimit = 1e11;

const url = z.string().check(({ value, issues }) => {
  if (value.length < webhookUrlLengths.least) {
    issues.push(customIssue(value, 'too_short', `Must have at least ${webhookUrlLengths.least} character.`));
    return;
  }
  if (value.length > webhookUrlLengths.most) {
    issues.push(customIssue(value, 'too_long', `Must have at most ${webhookUrlLengths.most} characters.`));
  }
  const fault = faultOfUrl(value);
  if (fault !== null) issues.push(customIssue(value, 'invalid_value', fault));
});

/**
 * Finds the fault of a URL.
 *
 * @returns `null` for a complete URL; whether it may be called depends on the seller
 */
function faultOfUrl(text: string): string | null {
  // The parser silently drops white space and control characters: the stored URL would differ from the one that is called.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'Must be a URL, such as https://example.com/webhooks.';
  // `URL.hash` is empty for a fragment without text, too.
  return text.includes('#') ? 'Must not have a fragment, which would never be sent.' : null;
}

const description = z
  .string()
  .check(({ value, issues }) => {
    if ([...value].length > maxDescriptionCharacters) {
      issues.push(customIssue(value, 'too_long', `Must have at most ${maxDescriptionCharacters} characters.`));
    }
    if (!/[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(value)) {
      issues.push(customIssue(value, 'blank', 'Must not be blank.'));
    }
    if (/\p{Cc}/u.test(value) || !value.isWellFormed()) {
      issues.push(
        customIssue(value, 'control_character', 'Must not have control characters or broken surrogate pairs.'),
      );
    }
  })
  .nullable();

const eventTypes = z.array(z.enum(WebhookEventType)).check(({ value, issues }) => {
  if (value.length === 0) issues.push(customIssue(value, 'too_short', 'Must name at least one event type.'));
  value.forEach((eventType, index) => {
    if (eventType === 'test') {
      const detail = 'Test events are sent by hand, to any endpoint: they cannot be subscribed to.';
      issues.push(customIssue(value, 'invalid_value', detail, [index]));
    } else if (value.indexOf(eventType) < index) {
      issues.push(customIssue(value, 'invalid_value', `Names ${eventType} once more.`, [index]));
    }
  });
});

export const createEndpointInput = z.strictObject({ url, eventTypes, description: description.default(null) });

export const updateEndpointInput = z.strictObject({
  url: url.optional(),
  eventTypes: eventTypes.optional(),
  /** `null` removes it. */
  description: description.optional(),
  isEnabled: z.boolean().optional(),
});

export const rotateSecretInput = z.strictObject({
  overlapSeconds: z.int().min(0).max(maxOverlapSeconds).default(86_400),
});

export const findDeliveriesInput = pageInput.extend({
  state: z.enum(WebhookDeliveryState).optional(),
  eventType: z.enum(WebhookEventType).optional(),
});

export const replayFailedInput = z.strictObject({
  sinceTimestamp: z
    .int()
    .min(0)
    .check(({ value, issues }) => {
      if (value <= timestampLimit) return;
      const detail = 'Must be a unix timestamp in seconds; this looks like milliseconds.';
      issues.push(customIssue(value, 'looks_like_milliseconds', detail));
    }),
});

/**
 * Checks a seller's input about an endpoint, and fills in defaults.
 *
 * @throws Refusal `invalid_request` with every fault, including an address that may not be called
 */
export function checkEndpointInput<Schema extends z.ZodType>(
  config: Pick<Config, 'webhookAllowLoopback'>,
  { mode }: Viewer,
  schema: Schema,
  raw: unknown,
): z.output<Schema> {
  const faults = faultsIn(schema, raw);
  const { url } = raw as { url?: unknown };
  const isUrl = typeof url === 'string' && !faults.some(({ pointer }) => pointer === '/url');
  const detail = isUrl ? faultOfWebhookUrl(config, mode, url) : null;
  const ofAddress: Fault[] = detail === null ? [] : [{ pointer: '/url', code: 'invalid_value', detail }];
  const all = [...faults, ...ofAddress];
  if (all.length > 0) throw new Refusal('invalid_request', { faults: all });
  return checkInput(schema, raw);
}
