import { html } from 'hono/html';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { maxWebhookUrlLength } from '../../../auctions/webhooks/endpoint-input.ts';
import { mutationForm } from '../mutation-form.ts';
import type { MyWebhooksQuery } from '../generated/answers.ts';
import type { Given, SellerPage, Typed, Visit } from '../seller-page.ts';
import { type DrawnForm, formOf } from '../views/form-of.ts';
import { shownOnce } from '../views/seller-layout.ts';

type Data = Given<MyWebhooksQuery, 'webhookEndpoints'>;

type AnsweredEndpoint = Data['webhookEndpoints']['nodes'][number];

/** The fields of an endpoint in the documents. */
export const endpointFields = 'endpointId url description eventTypes isEnabled failingSince';

/** How the faults of a form that adds or changes an endpoint are said. */
export const endpointFaults = { invalid: { url: 'webhookUrl' }, ticks: ['eventTypes'] } as const;

/** Lists the seller's webhook endpoints, and adds one. */
export const webhooksPage: SellerPage<Data> = {
  route: '/webhooks',
  place: 'webhooks',
  document: `
query MyWebhooks {
  webhookEndpoints { nodes { ${endpointFields} } }
}`,
  view: (visit, { webhookEndpoints }, sent) => {
    const { webhooks: words } = visit.words;
    const form = formOf(visit, sent, 'add');
    const { answer } = sent as { readonly answer: { readonly secret: string } | null };
    const rows = webhookEndpoints.nodes.map(
      (
        endpoint,
      ) => html`<li><p class="row"><a class="address" href="${visit.base}/webhooks/${endpoint.endpointId}">${isolated(endpoint.url)}</a> ${endpointPill(visit, endpoint)}</p>
${endpoint.description === null ? '' : html`<p dir="auto">${endpoint.description}</p>`}
<p class="hint">${endpoint.eventTypes.map((event) => words.events[event]).join(' · ')}</p></li>`,
    );
    const main = html`<h1>${words.heading}</h1>
<p>${words.intro}</p>
${answer === null ? '' : shownOnce(visit, words.secret, answer.secret)}
<section class="card" aria-labelledby="endpoints-heading"><h2 id="endpoints-heading">${words.list}</h2>
${rows.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="own">${rows}</ul>`}</section>
<section class="card" aria-labelledby="add-heading"><h2 id="add-heading">${words.add}</h2>
${form.form(html`${endpointControls(visit, form)}
<p><button class="button small">${words.addButton}</button></p>`)}</section>`;
    return { title: words.heading, main };
  },
  forms: {
    add: mutationForm({
      mutation: 'createWebhookEndpoint',
      selects: 'secret',
      read: readEndpoint,
      ...endpointFaults,
    }),
  },
};

/** Draws the state of an endpoint in a word. */
export function endpointPill({ words }: Visit, { isEnabled, failingSince }: AnsweredEndpoint): Html {
  const { states } = words.webhooks;
  if (!isEnabled) return html`<span class="pill bad">${states.disabled}</span>`;
  if (failingSince !== null) return html`<span class="pill warn">${states.failing}</span>`;
  return html`<span class="pill good">${states.working}</span>`;
}

/** Draws the fields of a form that adds or changes an endpoint. */
export function endpointControls({ words: { webhooks: words } }: Visit, form: DrawnForm) {
  const events = Object.entries(words.events).filter(([event]) => event !== 'test');
  return html`${form.text({ kind: 'url', name: 'url', label: words.url, hint: words.urlHint, maxLength: maxWebhookUrlLength })}
${form.text({ name: 'description', label: words.description, isOptional: true, maxLength: 200 })}
${form.ticks({ name: 'eventTypes', label: words.eventTypes, options: events })}`;
}

/** Reads the fields of such a form. */
export function readEndpoint({ words }: Visit, { fields }: Typed) {
  const variables = {
    url: fields.get('url') ?? '',
    description: fields.get('description') || null,
    eventTypes: Object.keys(words.webhooks.events).filter((event) => fields.has(`eventTypes-${event}`)),
  };
  return { variables };
}
