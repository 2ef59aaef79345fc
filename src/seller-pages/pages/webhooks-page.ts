import { html } from 'hono/html';
import { isolated } from '../../page/views/isolated.ts';
import { mutationForm } from '../mutation-form.ts';
import type { SellerPage } from '../seller-page.ts';
import { formOf } from '../views/fields.ts';
import { shownOnce } from '../views/shown-once.ts';
import {
  type AnsweredEndpoint,
  endpointControls,
  endpointFaults,
  endpointFields,
  endpointPill,
  readEndpoint,
} from './endpoint-fields.ts';

interface Data {
  readonly webhookEndpoints: readonly AnsweredEndpoint[];
}

/** Lists the seller's webhook endpoints, and adds one. */
export const webhooksPage: SellerPage<Data> = {
  route: '/webhooks',
  place: 'webhooks',
  document: `
query MyWebhooks {
  webhookEndpoints { ${endpointFields} }
}`,
  view: (visit, { webhookEndpoints }, sent) => {
    const { webhooks: words } = visit.words;
    const form = formOf(visit, sent, 'add');
    const { answer } = sent as { readonly answer: { readonly added: { readonly secret: string } } | null };
    const rows = webhookEndpoints.map(
      (
        endpoint,
      ) => html`<li><p class="row"><a class="address" href="${visit.base}/webhooks/${endpoint.endpointId}">${isolated(endpoint.url)}</a> ${endpointPill(visit, endpoint)}</p>
${endpoint.description === null ? '' : html`<p dir="auto">${endpoint.description}</p>`}
<p class="hint">${endpoint.eventTypes.map((event) => words.events[event]).join(' · ')}</p></li>`,
    );
    const main = html`<h1>${words.heading}</h1>
<p>${words.intro}</p>
${answer === null ? '' : shownOnce(visit.words, words.secret, answer.added.secret)}
<section class="card" aria-labelledby="endpoints-heading"><h2 id="endpoints-heading">${words.list}</h2>
${rows.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="own">${rows}</ul>`}</section>
<section class="card" aria-labelledby="add-heading"><h2 id="add-heading">${words.add}</h2>
${form.form(html`${endpointControls(visit, form, [])}
<p><button class="button small">${words.addButton}</button></p>`)}</section>`;
    return { title: words.heading, main };
  },
  forms: {
    add: mutationForm({
      document: `
mutation AddWebhook($url: String!, $eventTypes: [WebhookEventType!]!, $description: String) {
  added: createWebhookEndpoint(url: $url, eventTypes: $eventTypes, description: $description) { secret }
}`,
      read: (visit, typed) => ({ variables: readEndpoint(visit, typed) }),
      ...endpointFaults,
      outcome: (_, answer) => ({ answer }),
    }),
  },
};
