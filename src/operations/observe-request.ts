import type { Level } from 'pino';
import { type Journey, onJourney } from '../core/journey.ts';
import type { Deps } from '../deps.ts';
import { requestDuration } from '../metrics/metrics.ts';
import { inSpan } from '../tracing/span.ts';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** Its path as the routes have it, `/v1/auctions/:auctionId`: there are few of them, however many paths are asked for. */
  readonly route: string;
  readonly status: number;
  /** Until the answer's beginning. */
  readonly ms: number;
  readonly requestId: string;
  readonly viewer: Journey['viewer'];
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Asked every few seconds by machines, whether or not anybody uses the service. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

export interface ToObserve {
  readonly method: string;
  readonly requestId: string;
  /** Asked for when the answer is there, as the path may be matched only on the way to it. */
  readonly route: () => string;
  /** The trace that a proxy of ours has begun (W3C Trace Context). */
  readonly traceparent?: string | null | undefined;
}

/**
 * Answers a request as its journey, then counts it and writes its line into the log. Every way into the service goes
 * through here.
 */
export function observed<Answer extends { readonly status: number }>(
  deps: Pick<Deps, 'log'>,
  { method, requestId, route, traceparent }: ToObserve,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const journey: Journey = { requestId, viewer: null };
  const beganAtMs = performance.now();
  return inSpan(method, { kind: 'SERVER', parent: traceparent, attributes: { requestId } }, async (span) => {
    const given = await onJourney(journey, answer);
    const ms = performance.now() - beganAtMs;
    const template = route();
    span?.updateName(`${method} ${template}`);
    span?.setAttributes({
      'http.request.method': method,
      'http.route': template,
      'http.response.status_code': given.status,
    });
    observeRequest(deps, { method, route: template, status: given.status, ms, requestId, viewer: journey.viewer });
    return given;
  });
}

/** Counts and logs a request. */
export function observeRequest({ log }: Pick<Deps, 'log'>, request: AnsweredRequest): void {
  const { route, status, ms, requestId, viewer } = request;
  const method = methods.has(request.method) ? request.method : 'OTHER';
  requestDuration.observe({ method, route, status }, ms / 1_000);
  log[levelOf(request)](
    { method, route, status, ms: Math.round(ms * 10) / 10, requestId, ...viewer },
    'A request was answered.',
  );
}

function levelOf({ route, status }: AnsweredRequest): Level {
  if (probes.has(route)) return 'debug';
  if (status >= 500) return 'error';
  // Somebody tries keys, or asks too often. Other faults of callers are daily life.
  return [401, 403, 429].includes(status) ? 'warn' : 'info';
}
