import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { makeMetrics } from './make-metrics.ts';
import { makeReadiness } from './make-readiness.ts';

/** What every role of the service answers to whoever runs it. */
export interface Operations extends AsyncDisposable {
  readonly routes: Hono;
  /** From now on `/readyz` says no, so that nobody sends requests here any more. */
  retire(): void;
}

/** `/healthz`: the process lives. `/readyz`: send it requests. `/metrics`: what Prometheus scrapes. */
export function makeOperations(deps: Deps): Operations {
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
