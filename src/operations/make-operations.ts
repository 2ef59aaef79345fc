import { Hono } from 'hono';
import type { ProcessDeps } from '../payments/deps.ts';
import { makeReadiness } from './readiness.ts';
import { serveMetrics } from './serve-metrics.ts';

/** Makes the routes of operators, which every role of the service answers: `/healthz` (the process is alive), `/readyz` (send it requests), `/metrics` (for Prometheus). */
export function makeOperations(deps: ProcessDeps) {
  const readiness = makeReadiness(deps);
  const routes = new Hono();
  routes.get('/healthz', (c) => c.text('ok'));
  routes.get('/readyz', async (c) => {
    const read = await readiness.read();
    const isReady = read.status === 'ready' || read.status === 'degraded';
    return c.json(read, isReady ? 200 : 503, { 'cache-control': 'no-store' });
  });
  routes.get('/metrics', async (c) => serveMetrics(deps, await readiness.read(), c.req.raw));
  return {
    routes,
    /** Makes `/readyz` report the stop, so that the load balancer sends no requests here any more. */
    retire: () => readiness.retire(),
  };
}
