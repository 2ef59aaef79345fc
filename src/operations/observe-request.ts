import type { Level } from 'pino';
import { type RequestContext, inRequestContext } from '../core/request-context.ts';
import type { Deps } from '../deps.ts';
import { requestDuration } from '../metrics/metrics.ts';
import { inSpan } from '../tracing/span.ts';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The path as the routes have it, `/v1/auctions/:auctionId`: a small set, however many paths callers use. */
  readonly route: string;
  readonly status: number;
  /** The milliseconds until the answer begins. */
  readonly ms: number;
  readonly context: RequestContext;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Paths that machines request every few seconds, whether or not the service is used. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

export interface ToObserve {
  readonly method: string;
  readonly requestId: string;
  /** Called after the answer is ready, because the path may be matched only then. */
  readonly route: () => string;
  /** The trace that a trusted proxy has begun (W3C Trace Context). */
  readonly traceparent?: string | null | undefined;
}

/**
 * Answers a request within its context, then counts it and logs it. Every request to the service goes through this
 * function.
 */
export function observed<Answer extends { readonly status: number }>(
  deps: Pick<Deps, 'log' | 'live'>,
  { method, requestId, route, traceparent }: ToObserve,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const requestContext: RequestContext = { requestId, viewer: null };
  const beganAtMs = performance.now();
  return inSpan(method, { kind: 'SERVER', parent: traceparent, attributes: { requestId } }, (span) =>
    inRequestContext(requestContext, answer).then((given) => {
      const ms = performance.now() - beganAtMs;
      const template = route();
      span?.updateName(`${method} ${template}`);
      span?.setAttributes({
        'http.request.method': method,
        'http.route': template,
        'http.response.status_code': given.status,
      });
      observeRequest(deps, { method, route: template, status: given.status, ms, context: requestContext });
      return given;
    }),
  );
}

/** Counts and logs a request, and shows it to those who follow the requests of its key. */
function observeRequest({ log, live }: Pick<Deps, 'log' | 'live'>, request: AnsweredRequest): void {
  const { route, status, context } = request;
  const { requestId, viewer, operation, refusalCode } = context;
  const method = methods.has(request.method) ? request.method : 'OTHER';
  const ms = Math.round(request.ms * 10) / 10;
  requestDuration.observe({ method, route, status }, request.ms / 1_000);
  const level = levelOf(request);
  if (log.isLevelEnabled(level)) {
    log[level](
      { method, route, status, ms, requestId, ...viewer },
      `${method} ${route} was answered ${status} in ${Math.round(ms)} ms`,
    );
  }
  if (viewer === null) return;
  live.requests.record(viewer.apiKeyId, () => ({
    method,
    route,
    status,
    ms,
    requestId,
    operation: operation ?? null,
    code: refusalCode ?? null,
    missed: 0,
  }));
}

function levelOf({ route, status }: AnsweredRequest): Level {
  if (probes.has(route)) return 'debug';
  if (status >= 500) return 'error';
  // A caller tries keys, or sends too many requests. Other faults of callers are routine.
  return [401, 403, 429].includes(status) ? 'warn' : 'info';
}
