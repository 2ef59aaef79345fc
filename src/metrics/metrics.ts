import { Histogram, Registry } from 'prom-client';

/** What this process counts, for Prometheus. One per process, as the process itself is. */
export const registry = new Registry();

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
