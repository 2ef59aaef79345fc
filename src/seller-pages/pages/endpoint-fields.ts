import { html } from 'hono/html';
import { maxWebhookUrlLength } from '../../webhooks/endpoint-input.ts';
import type { Html } from '../../page/views/layout.ts';
import type { Typed, Visit } from '../seller-page.ts';
import type { DrawnForm } from '../views/fields.ts';
import type { SellerWords } from '../words/en.ts';

export type EventType = keyof SellerWords['webhooks']['events'];

/** An endpoint, as GraphQL answers it. */
export interface AnsweredEndpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly description: string | null;
  readonly eventTypes: readonly EventType[];
  readonly isEnabled: boolean;
  readonly failingSince: string | null;
}

/** The fields of an endpoint in the documents. */
export const endpointFields = 'endpointId url description eventTypes isEnabled failingSince';

/** Draws the state of an endpoint in a word. */
export function endpointPill({ words }: Visit, { isEnabled, failingSince }: AnsweredEndpoint): Html {
  const { states } = words.webhooks;
  if (!isEnabled) return html`<span class="pill bad">${states.disabled}</span>`;
  if (failingSince !== null) return html`<span class="pill warn">${states.failing}</span>`;
  return html`<span class="pill good">${states.working}</span>`;
}

/** Draws the fields of a form that adds or changes an endpoint. */
export function endpointControls({ words: { webhooks: words } }: Visit, form: DrawnForm, ticked: readonly string[]) {
  const events = Object.entries(words.events).filter(([event]) => event !== 'test');
  return html`${form.text({ name: 'url', type: 'url', label: words.url, hint: words.urlHint, isLatin: true, inputMode: 'url', maxLength: maxWebhookUrlLength })}
${form.text({ name: 'description', label: words.description, isOptional: true, maxLength: 200 })}
${form.ticks({ name: 'eventTypes', legend: words.eventTypes, options: events, ticked })}`;
}

/** Reads the fields of such a form. */
export function readEndpoint({ words }: Visit, { fields }: Typed) {
  return {
    url: fields.get('url') ?? '',
    description: fields.get('description') || null,
    eventTypes: Object.keys(words.webhooks.events).filter((event) => fields.has(`eventTypes-${event}`)),
  };
}

/** How the faults of such a form are said. */
export const endpointFaults = { invalid: { url: 'webhookUrl' }, ticks: ['eventTypes'] } as const;
