import { html } from 'hono/html';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { formFields, ticked } from '../../form-fields.ts';
import { buttonForm } from '../form-proof.ts';
import { mutationForm } from '../mutation-form.ts';
import type { MyWebhookQuery } from '../generated/answers.ts';
import type { Given, Sent, SellerPage, Visit } from '../seller-page.ts';
import { formOf } from '../views/form-of.ts';
import { connectionButtons, pageAsked, shownOnce } from '../views/seller-layout.ts';
import type { SellerWords } from '../../../../locales/words.ts';
import { readTimes, timeFields } from '../zones.ts';
import { endpointControls, endpointFaults, endpointFields, endpointPill, readEndpoint } from './webhooks-page.ts';

type Data = Given<MyWebhookQuery, 'webhookEndpoint'>;

type Deliveries = NonNullable<Data['webhookDeliveries']>;

type AnsweredDelivery = Deliveries['nodes'][number];

const onPage = 20;
const states = ['PENDING', 'DELIVERED', 'FAILED'] as const;
const overlaps = [86_400, 3_600, 604_800, 0] as const;

/** Shows one webhook endpoint and what was sent to it; changes it, and sends again. */
export const endpointPage: SellerPage<Data> = {
  route: '/webhooks/:endpointId',
  place: 'webhooks',
  document: `
query MyWebhook(
  $endpointId: ID!, $state: WebhookDeliveryState, $first: Int, $after: String, $last: Int, $before: String
) {
  webhookEndpoint(endpointId: $endpointId) {
    ${endpointFields} createdAt disabledAt disabledReason previousSecretExpiresAt
  }
  webhookDeliveries(
    endpointId: $endpointId, state: $state, first: $first, after: $after, last: $last, before: $before
  ) {
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes {
      deliveryId state createdAt nextAttemptAt
      event { eventType auctionId }
      attempts { requestedAt durationMs status error }
    }
  }
}`,
  variables: (visit) => {
    const state = stateOf(visit);
    return { ...pageAsked(visit, onPage), ...(state !== null && { state }) };
  },
  view: (visit, { webhookEndpoint: endpoint, webhookDeliveries: deliveries }, sent) => {
    const { webhooks: words } = visit.words;
    const { answer } = sent as { readonly answer: { readonly secret: string } | null };
    const main = html`<div class="row"><h1>${words.endpoint}</h1><span id="pill" data-live>${endpointPill(visit, endpoint)}</span></div>
<p class="address">${isolated(endpoint.url)}</p>
${answer === null ? '' : shownOnce(visit, words.secret, answer.secret)}
${facts(visit, endpoint)}
${deliveries === null ? '' : sentTo(visit, endpoint, deliveries, sent)}
${changing(visit, endpoint, sent)}`;
    return { title: words.endpoint, main };
  },
  forms: {
    change: mutationForm({
      mutation: 'updateWebhookEndpoint',
      read: readEndpoint,
      ...endpointFaults,
      done: 'changed',
    }),
    enable: mutationForm({
      mutation: 'updateWebhookEndpoint',
      read: (_, { fields }) => ({ variables: { isEnabled: fields.get('isEnabled') === 'yes' } }),
      done: 'changed',
    }),
    rotate: mutationForm({
      mutation: 'rotateWebhookSecret',
      selects: 'secret',
      read: (_, { fields }) => ({ variables: { overlapSeconds: Number(fields.get('overlapSeconds')) } }),
    }),
    test: mutationForm({
      mutation: 'sendTestWebhook',
      done: 'testSent',
    }),
    delete: mutationForm({
      mutation: 'deleteWebhookEndpoint',
      isConfirmed: true,
      next: () => '/webhooks',
      done: 'endpointDeleted',
    }),
    replay: mutationForm({
      mutation: 'replayWebhookDelivery',
      done: 'sentAgain',
    }),
    replayFailed: mutationForm({
      mutation: 'replayFailedWebhookDeliveries',
      read: (visit, typed) => {
        const times = readTimes(visit, typed);
        return { variables: { sinceTimestamp: times.seconds('sinceTimestamp') }, faults: times.faults };
      },
      done: 'allSentAgain',
    }),
  },
};

function stateOf(visit: Visit) {
  return states.find((each) => each === visit.query('state')) ?? null;
}

/** Says since when an endpoint fails or is disabled, and what it gets. */
function facts(visit: Visit, endpoint: Data['webhookEndpoint']): Html {
  const { webhooks: words } = visit.words;
  const { description, eventTypes, createdAt, disabledAt, disabledReason, failingSince } = endpoint;
  const { previousSecretExpiresAt } = endpoint;
  return html`<section class="card" id="facts" data-live>
${disabledAt === null || disabledReason === null ? '' : html`<p class="notice bad">${words.disabledReasons[disabledReason]} ${visit.time(disabledAt)}</p>`}
${failingSince === null || disabledAt !== null ? '' : html`<p class="notice">${words.failingSince({ time: visit.time(failingSince) })}</p>`}
${description === null ? '' : html`<p dir="auto">${description}</p>`}
<dl class="facts"><div><dt>${words.eventTypes}</dt><dd>${eventTypes.map((event) => words.events[event]).join(' · ')}</dd></div>
<div><dt>${words.created}</dt><dd>${visit.time(createdAt)}</dd></div>
${previousSecretExpiresAt === null ? '' : html`<div><dt>${words.previousSecret}</dt><dd>${visit.timeWithZone(previousSecretExpiresAt)}</dd></div>`}
</dl></section>`;
}

function sentTo(
  visit: Visit,
  endpoint: Data['webhookEndpoint'],
  { nodes: deliveries, pageInfo }: Deliveries,
  sent: Sent,
): Html {
  const { webhooks: words, item, auctions } = visit.words;
  const { isEnabled, createdAt } = endpoint;
  const state = stateOf(visit);
  const test = formOf(visit, sent, 'test');
  const again = formOf(visit, sent, 'replayFailed', {
    zone: visit.zone,
    ...timeFields('sinceTimestamp', new Date(createdAt).getTime(), visit.zone),
  });
  const search = formFields({ words: visit.locale.words.form, initial: { state } });
  const options = [['', auctions.all] as const, ...states.map((each) => [each, words.deliveryStates[each]] as const)];
  return html`<section class="card" aria-labelledby="deliveries-heading"><h2 id="deliveries-heading">${words.deliveries}</h2>
${isEnabled ? test.form(html`<p><button class="button small secondary">${words.sendTest}</button></p>`) : html`<p>${words.enableFirst}</p>`}
<form method="get" class="stack">${search.select({ name: 'state', label: words.state, options })}<p><button class="button small secondary">${auctions.show}</button></p></form>
<div id="deliveries" data-live>
${deliveries.length === 0 ? html`<p>${words.noDelivery}</p>` : html`<ul class="own">${deliveries.map((delivery) => row(visit, delivery, isEnabled))}</ul>`}
${connectionButtons(visit, '', pageInfo, state === null ? {} : { state })}
</div>
${
  isEnabled
    ? html`<details${sent.form === 'replayFailed' ? html` open` : ''}><summary>${words.replayFailed}</summary><p>${words.replayFailedHint}</p>
${again.form(html`<div class="two">${again.time({ name: 'sinceTimestamp', label: words.since })}${again.zone(item.zone)}</div>
<p><button class="button small secondary">${words.replayFailedButton}</button></p>`)}</details>`
    : ''
}
</section>`;
}

function row(visit: Visit, delivery: AnsweredDelivery, isEnabled: boolean): Html {
  const { webhooks: words } = visit.words;
  const { deliveryId, event, state, createdAt, nextAttemptAt, attempts } = delivery;
  const tone = state === 'DELIVERED' ? ' good' : state === 'FAILED' ? ' bad' : ' warn';
  const label = words.events[event.eventType];
  const about =
    event.auctionId === null ? label : html`<a href="${visit.base}/auctions/${event.auctionId}">${label}</a>`;
  // A repeated press sends once more and harms nothing, so that no token changes each time the page is refreshed.
  return html`<li><p class="row"><span>${about} <span class="hint">${visit.time(createdAt)}</span></span> <span class="pill${tone}">${words.deliveryStates[state]}</span></p>
${attempts.length === 0 ? html`<p class="hint">${words.noAttempt}</p>` : html`<ol class="attempts">${attempts.map((attempt) => html`<li class="hint">${visit.time(attempt.requestedAt)} · ${resultOf(words, attempt)} · ${words.took({ milliseconds: attempt.durationMs })}</li>`)}</ol>`}
${nextAttemptAt === null ? '' : html`<p class="hint">${words.next({ time: visit.time(nextAttemptAt) })}</p>`}
${isEnabled ? buttonForm(visit, 'replay', { deliveryId }, html`<p><button class="button small secondary">${words.replay}</button></p>`) : ''}</li>`;
}

function resultOf(words: SellerWords['webhooks'], { status, error }: AnsweredDelivery['attempts'][number]) {
  if (error === null) return words.status({ status: status ?? 0 });
  return Object.hasOwn(words.errors, error)
    ? words.errors[error as keyof typeof words.errors]
    : words.otherError({ error });
}

/** Draws the forms that change the endpoint, and ends with the one that deletes it. */
function changing(visit: Visit, endpoint: Data['webhookEndpoint'], sent: Sent): Html {
  const { webhooks: words, item } = visit.words;
  const { url, description, eventTypes, isEnabled } = endpoint;
  const change = formOf(visit, sent, 'change', { url, description, ...ticked('eventTypes', eventTypes) });
  const enable = formOf(visit, sent, 'enable', { isEnabled: isEnabled ? 'no' : 'yes' });
  const rotate = formOf(visit, sent, 'rotate', { overlapSeconds: String(overlaps[0]) });
  const remove = formOf(visit, sent, 'delete');
  return html`<section class="card" aria-labelledby="change-heading"><h2 id="change-heading">${words.change}</h2>
${change.form(html`${endpointControls(visit, change)}<p><button class="button small">${item.save}</button></p>`)}</section>
<section class="card" aria-labelledby="enable-heading"><h2 id="enable-heading">${isEnabled ? words.disable : words.enable}</h2><p>${isEnabled ? words.disableHint : words.enableHint}</p>
${enable.form(html`${enable.hidden('isEnabled')}<p><button class="button small secondary">${isEnabled ? words.disable : words.enable}</button></p>`)}</section>
<section class="card" aria-labelledby="rotate-heading"><h2 id="rotate-heading">${words.rotate}</h2><p>${words.rotateHint}</p>
${rotate.form(html`${rotate.select({ name: 'overlapSeconds', label: words.overlap, options: overlaps.map((each) => [String(each), words.overlaps[each]] as const) })}
<p><button class="button small secondary">${words.rotate}</button></p>`)}</section>
<section class="card" aria-labelledby="delete-heading"><h2 id="delete-heading">${words.remove}</h2>
<ul class="meaning"><li>${words.removeStops}</li><li>${words.removeHint}</li></ul>
${remove.form(html`${remove.tick({ name: 'confirm', label: words.confirm })}<p><button class="button small danger">${words.remove}</button></p>`)}</section>`;
}
