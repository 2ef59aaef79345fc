import { Gauge } from 'prom-client';
import { identifyAdmin } from '../auth/identify.ts';
import type { Deps } from '../deps.ts';
import { registry } from '../metrics/metrics.ts';
import { countOpenAuthorizations } from '../settlement/count-open-authorizations.ts';
import { measureOutbox } from '../webhooks/measure-outbox.ts';

const openAuthorizations = new Gauge({
  name: 'auction_authorizations_open',
  help: 'Authorizations that hold money, or may, by state.',
  labelNames: ['state'] as const,
  registers: [registry],
});
const lapsingAuthorizations = new Gauge({
  name: 'auction_authorizations_lapsing',
  help: 'Authorizations that will lapse before the end of their auction.',
  registers: [registry],
});
const overdueReleases = new Gauge({
  name: 'auction_releases_overdue',
  help: 'Authorizations still open an hour after their auction was completed (100 at the most are counted).',
  registers: [registry],
});
const outboxAge = new Gauge({
  name: 'auction_webhook_outbox_age_seconds',
  help: 'For how long the webhook that has waited longest has been due without being tried.',
  registers: [registry],
});

/**
 * What Prometheus scrapes: this process's counts, and what PostgreSQL says of all of them.
 *
 * @throws Refusal `missing_api_key`, `invalid_api_key`; `insufficient_scope` without the scope `admin`
 */
export async function serveMetrics(deps: Deps, request: Request): Promise<Response> {
  await identifyAdmin(deps, request);
  const open = await countOpenAuthorizations(deps.db.pool);
  openAuthorizations.reset();
  for (const [state, count] of Object.entries(open.byState)) openAuthorizations.set({ state }, count);
  lapsingAuthorizations.set(open.lapsingBeforeEnd);
  overdueReleases.set(open.overdueReleases.length);
  outboxAge.set(await measureOutbox(deps.db));
  return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } });
}
