import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process counts, for Prometheus. One per process, as the process itself is. */
export const registry = new Registry();

/** Every answer of this process, until its beginning: a stream of events is answered when it begins. */
export const requestDuration = new Histogram({
  name: 'auction_http_request_duration_seconds',
  help: 'Time from a request until its answer began.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers: [registry],
});

/** Each is a connection that this process keeps for as long as somebody looks. */
export const openEventStreams = new Gauge({
  name: 'auction_event_streams_open',
  help: 'Event streams that are open: of auction pages, and of GraphQL subscriptions.',
  labelNames: ['kind'] as const,
  registers: [registry],
});

/** By the field that is asked for, or `several`; also those that run no resolver, as they are read with one statement. */
export const operationDuration = new Histogram({
  name: 'auction_graphql_operation_duration_seconds',
  help: 'Time that a query or mutation of GraphQL took to execute.',
  labelNames: ['operation', 'field'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers: [registry],
});

/** Root fields alone: what lies below them is mostly read together with them. */
export const fieldDuration = new Histogram({
  name: 'auction_graphql_field_duration_seconds',
  help: 'Time that the resolver of a root field of GraphQL took.',
  labelNames: ['field', 'outcome'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers: [registry],
});

export const listReads = new Counter({
  name: 'auction_list_reads_total',
  help: 'Operations that read lists alone, by the server that they were sent to, where there is a replica.',
  labelNames: ['server'] as const,
  registers: [registry],
});

export const replicaFailures = new Counter({
  name: 'auction_replica_failures_total',
  help: 'Statements that the replica failed to answer, so that the primary was asked.',
  registers: [registry],
});

/** How late an auction was opened or completed, by PostgreSQL's clock. */
export const transitionLag = new Histogram({
  name: 'auction_transition_lag_seconds',
  help: 'Time from the instant at which an auction was due to be turned until it was.',
  labelNames: ['move'] as const,
  buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  registers: [registry],
});

export const settlementDuration = new Histogram({
  name: 'auction_settlement_duration_seconds',
  help: 'Time from the end of an auction with bids until its result was final.',
  labelNames: ['outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
  registers: [registry],
});

/** Each try at delivering a webhook, by what has become of the delivery. */
export const webhookAttempts = new Counter({
  name: 'auction_webhook_attempts_total',
  help: 'Tries at delivering a webhook, by what has become of the delivery.',
  labelNames: ['result'] as const,
  registers: [registry],
});

export const webhookAttemptDuration = new Histogram({
  name: 'auction_webhook_attempt_duration_seconds',
  help: 'Time from the request to a webhook endpoint until its answer or its failure.',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  registers: [registry],
});
