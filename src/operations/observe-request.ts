import type { Level } from 'pino';
import { type RequestContext, inRequestContext } from '../core/request-context.ts';
import { statuses } from '../core/refusal.ts';
import type { Deps } from '../payments/deps.ts';
import { requestDuration } from '../platform/metrics/metrics.ts';
import { inSpan } from '../platform/tracing/span.ts';

/** An auction in the path of `/v1` or of its page. */
const auctionInPath = /^(?:\/v1)?\/auctions\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/i;

/** A caller tries keys, or sends too many requests. */
const suspicious = new Set([401, 403, 429]);

const statusesByCode: Readonly<Record<string, { readonly status: number } | undefined>> = statuses;

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Paths that machines request every few seconds, whether or not the service is used. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

interface ObservedRequest {
  readonly method: string;
  /** The unchanged path: it may name an auction. */
  readonly path: string;
  readonly requestId: string;
  /** Returns the client's address. */
  readonly address: () => string;
  /**
   * Returns the path as the routes have it, `/v1/auctions/:auctionId`: a small set, however many paths callers use. Called after the
   * answer is ready, because the path may be matched only then.
   */
  readonly route: () => string;
  /** The trace that a trusted proxy has begun (W3C Trace Context). */
  readonly traceparent?: string | null | undefined;
}

type ObservingDeps = Pick<Deps, 'config' | 'log' | 'live'>;

/**
 * Answers a request within its context, then counts it, logs it, and shows it to those who follow the requests of its key. Every
 * request to the service goes through this function.
 */
export function observed<Answer extends { readonly status: number }>(
  deps: ObservingDeps,
  { method, path, requestId, address, route: findRoute, traceparent }: ObservedRequest,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const auctionId = auctionInPath.exec(path)?.[1]?.toLowerCase();
  const context: RequestContext = { requestId, viewer: null, ...(auctionId !== undefined && { auctionId }) };
  const beganAtMs = performance.now();
  return inRequestContext(context, () =>
    inSpan(method, { kind: 'SERVER', parent: traceparent }, (span) =>
      answer().then((given) => {
        // Until the answer begins.
        const durationMs = performance.now() - beganAtMs;
        const { status } = given;
        const route = findRoute();
        span?.updateName(`${method} ${route}`);
        span?.setAttributes({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
        });
        const counted = { method: methods.has(method) ? method : 'OTHER', route, status };
        requestDuration.observe(counted, durationMs / 1_000);
        logRequest(deps, counted, durationMs, context, address);
        return given;
      }),
    ),
  );
}

function logRequest(
  { config, log, live }: ObservingDeps,
  { method, route, status }: { method: string; route: string; status: number },
  durationMs: number,
  { requestId, viewer, operation, refusalCode: code, auctionId, bidId, authorizationId, bid }: RequestContext,
  addressOf: () => string,
): void {
  const ms = Math.round(durationMs * 10) / 10;
  // GraphQL may answer a refusal with 200: then its code decides.
  const isSuspicious =
    suspicious.has(status) || (code !== undefined && suspicious.has(statusesByCode[code]?.status ?? 0));
  const level = levelOf(route, status, isSuspicious);
  if (log.isLevelEnabled(level)) {
    // An address is personal data.
    const isNamed = config.logAddresses === 'all' || (config.logAddresses === 'refused' && isSuspicious);
    const address = isNamed ? addressOf() : undefined;
    log[level](
      {
        method,
        route,
        status,
        code,
        operation,
        auctionId,
        bidId,
        authorizationId,
        bid,
        ms,
        address,
        requestId,
        ...viewer,
      },
      `${method} ${route} was answered ${status} in ${Math.round(ms)} ms`,
    );
  }
  if (viewer === null) return;
  const named = { operation: operation ?? null, code: code ?? null };
  live.requests.record(viewer.apiKeyId, () => ({ method, route, status, ms, requestId, ...named, missed: 0 }));
}

function levelOf(route: string, status: number, isSuspicious: boolean): Level {
  if (probes.has(route)) return 'debug';
  // An outage and an overload have lines of their own.
  if (status === 503) return 'info';
  if (status >= 500) return 'error';
  // Other faults of callers are routine.
  return isSuspicious ? 'warn' : 'info';
}
