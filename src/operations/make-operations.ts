import { Hono } from 'hono';
import type { ProcessDeps } from '../deps.ts';
import { makeMetrics } from './make-metrics.ts';
import { makeReadiness } from './make-readiness.ts';

/** The routes for operators, which every role of the service answers. */
export interface Operations extends AsyncDisposable {
  readonly routes: Hono;
  /** Makes `/readyz` report the stop, so that the load balancer sends no requests here any more. */
  retire(): void;
}

/** Makes the routes: `/healthz` (the process is alive), `/readyz` (send it requests), `/metrics` (for Prometheus). */
export function makeOperations(deps: ProcessDeps): Operations {
  const readiness = makeReadiness(deps);
  const metrics = makeMetrics(deps);
  const routes = new Hono();
  routes.get('/healthz', (c) => c.text('ok'));
  routes.get('/readyz', async (c) => {
    const read = await readiness.read();
    const isReady = read.status === 'ready' || read.status === 'degraded';
    return c.json(read, isReady ? 200 : 503, { 'cache-control': 'no-store' });
  });
  routes.get('/metrics', (c) => metrics.serve(c.req.raw));
  return {
    routes,
    retire: () => readiness.retire(),
    async [Symbol.asyncDispose]() {
      await readiness[Symbol.asyncDispose]();
      await metrics[Symbol.asyncDispose]();
    },
  };
}
