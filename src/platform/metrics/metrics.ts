import { Counter, Gauge, Histogram } from 'prom-client';

// The metrics of this process, for Prometheus, in the one registry of the library.

/** Every answer of this process, until its first byte: a stream of events is counted when it begins. */
export const requestDuration = new Histogram({
  name: 'auction_http_request_duration_seconds',
  help: 'Time from a request until its answer began.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
});

/** Each is a connection that stays open while a browser or client watches. */
export const openEventStreams = new Gauge({
  name: 'auction_event_streams_open',
  help: 'Event streams that are open: of auction pages, and of GraphQL subscriptions.',
  labelNames: ['kind'] as const,
});

/** Grows with active clients and keys, and has an upper limit. */
export const limiterEntries = new Gauge({
  name: 'auction_limiter_entries',
  help: 'Budgets of request limits that this process keeps in memory.',
});

/** Labelled by the root field, or `several`, and by the way in which the operation was answered: `Way` of the API's plans. */
export const operationDuration = new Histogram({
  name: 'auction_graphql_operation_duration_seconds',
  help: 'Time that a query or mutation of GraphQL took to execute.',
  labelNames: ['operation', 'field', 'way'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
});

/** The delay with which an auction was opened, by PostgreSQL's clock. */
export const transitionLag = new Histogram({
  name: 'auction_transition_lag_seconds',
  help: 'Time from the start of an auction until a worker opened it.',
  buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
});

export const auctionExtensions = new Counter({
  name: 'auction_extensions_total',
  help: 'Bids that have moved the end of their auction, by its soft close.',
});

export const settlementDuration = new Histogram({
  name: 'auction_settlement_duration_seconds',
  help: 'Time from the end of an auction until its result was final.',
  labelNames: ['outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
});

export const paymentsNotOpened = new Counter({
  name: 'auction_payments_not_opened_total',
  help: 'Payments that could not be opened at their provider, so that the bid was refused or the renewal put off.',
  labelNames: ['provider'] as const,
});

export const paymentSurprises = new Counter({
  name: 'auction_payment_surprises_total',
  help: 'Payments that changed at their provider without a request of the service.',
  labelNames: ['change'] as const,
});

export const paymentReversals = new Counter({
  name: 'auction_payment_reversals_total',
  help: 'Refunds, disputes and warnings of fraud that were recorded, each time they changed.',
  labelNames: ['kind', 'state'] as const,
});

/** `result`: taken, or why the event was refused. */
export const providerEvents = new Counter({
  name: 'auction_provider_events_total',
  help: 'Events of payment providers, by what became of them: taken, or the reason of the refusal.',
  labelNames: ['provider', 'result'] as const,
});

export const paymentSetUpFaults = new Gauge({
  name: 'auction_payment_set_up_faults',
  help: 'Faults in the set-up of a payment provider that the start of this process found.',
  labelNames: ['provider'] as const,
});

/** Each attempt at a webhook delivery, by the resulting state of the delivery. */
export const webhookAttempts = new Counter({
  name: 'auction_webhook_attempts_total',
  help: 'Attempts to deliver a webhook, by outcome.',
  labelNames: ['result'] as const,
});

export const messagesSent = new Counter({
  name: 'auction_messages_total',
  help: 'Attempts to send a message to the mail server, by outcome: sent; refused for its address; sender_refused or unknown, which are tried again.',
  labelNames: ['result'] as const,
});

export const webhookAttemptDuration = new Histogram({
  name: 'auction_webhook_attempt_duration_seconds',
  help: 'Time from the request to a webhook endpoint until its answer or its failure.',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
});
