import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import { customIssue, timestampInput } from '../../core/check-input.ts';
import { cursorPageInput } from '../../core/cursor-page.ts';
import { visibleText } from '../../core/text-input.ts';
import type { Viewer } from '../../core/viewer.ts';
import { WebhookDeliveryState, WebhookEventType } from '../../platform/db/generated/enums.ts';
import { faultOfWebhookUrl } from './receiver.ts';

// The only description of a seller's input about webhooks. receiver.ts decides which addresses may be called.

export const maxWebhookUrlLength = 2_048;
const maxDescriptionCharacters = 200;
const maxOverlapSeconds = 7 * 86_400;

type CallerConfig = Pick<Config, 'webhookAllowLoopback'>;

/** Returns the schema of a URL that this viewer's events may be sent to. */
function urlOf(config: CallerConfig, { mode }: Viewer) {
  return z.string().check(({ value, issues }) => {
    if (value === '') {
      issues.push(customIssue(value, 'too_short', 'Must have at least 1 character.'));
      return;
    }
    if (value.length > maxWebhookUrlLength) {
      issues.push(customIssue(value, 'too_long', `Must have at most ${maxWebhookUrlLength} characters.`));
    }
    const fault = faultOfText(value) ?? faultOfWebhookUrl(config, mode, new URL(value));
    if (fault !== null) issues.push(customIssue(value, 'invalid_value', fault));
  });
}

/**
 * Finds the fault of a URL's text.
 *
 * @returns `null` for a complete URL; whether it may be called depends on the seller
 */
function faultOfText(text: string): string | null {
  // The parser silently drops white space and control characters: the stored URL would differ from the one that is called.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'Must be a URL, such as https://example.com/webhooks.';
  // `URL.hash` is empty for a fragment without text, too.
  return text.includes('#') ? 'Must not have a fragment, which would never be sent.' : null;
}

const description = visibleText(0, maxDescriptionCharacters).nullable();

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

export const createEndpointInput = (config: CallerConfig, viewer: Viewer) =>
  z.strictObject({ url: urlOf(config, viewer), eventTypes, description: description.default(null) });

export const updateEndpointInput = (config: CallerConfig, viewer: Viewer) =>
  z.strictObject({
    url: urlOf(config, viewer).optional(),
    eventTypes: eventTypes.optional(),
    /** `null` removes it. */
    description: description.optional(),
    isEnabled: z.boolean().optional(),
  });

export const rotateSecretInput = z.strictObject({
  overlapSeconds: z.int().min(0).max(maxOverlapSeconds).default(86_400),
});

export const findDeliveriesInput = cursorPageInput.extend({
  state: z.enum(WebhookDeliveryState).nullish(),
  eventType: z.enum(WebhookEventType).nullish(),
});

export const replayFailedInput = z.strictObject({ sinceTimestamp: timestampInput.min(0) });
