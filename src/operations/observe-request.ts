import type { Level } from 'pino';
import type { Config } from '../config.ts';
import { type RequestContext, inRequestContext } from '../core/request-context.ts';
import { statuses } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { requestDuration } from '../metrics/metrics.ts';
import { attributesOf, inSpan } from '../tracing/span.ts';

/** A request that was answered. */
interface AnsweredRequest {
  readonly method: string;
  /** The path as the routes have it, `/v1/auctions/:auctionId`: a small set, however many paths callers use. */
  readonly route: string;
  readonly status: number;
  /** The milliseconds until the answer begins. */
  readonly ms: number;
  readonly context: RequestContext;
  /** Returns the client's address. */
  readonly address: () => string;
}

/** An auction in the path of `/v1` or of its page. */
const auctionInPath = /^(?:\/v1)?\/auctions\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/i;

/** A caller tries keys, or sends too many requests. */
const suspicious = new Set([401, 403, 429]);

/** GraphQL may answer a refusal with 200: then its code decides. */
function isSuspicious({ status, context: { refusalCode: code } }: AnsweredRequest): boolean {
  return suspicious.has(status) || (code !== undefined && suspicious.has(statusesByCode[code]?.status ?? 0));
}

const statusesByCode: Readonly<Record<string, { readonly status: number } | undefined>> = statuses;

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Paths that machines request every few seconds, whether or not the service is used. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

interface ToObserve {
  readonly method: string;
  /** The path as it came: it may name an auction. */
  readonly path: string;
  readonly requestId: string;
  /** Returns the client's address. */
  readonly address: () => string;
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
  deps: Pick<Deps, 'config' | 'log' | 'live'>,
  { method, path, requestId, address, route, traceparent }: ToObserve,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const requestContext: RequestContext = { requestId, viewer: null };
  const beganAtMs = performance.now();
  return inSpan(method, { kind: 'SERVER', parent: traceparent, attributes: { requestId } }, (span) =>
    inRequestContext(requestContext, answer).then((given) => {
      const ms = performance.now() - beganAtMs;
      const template = route();
      const auctionId = (requestContext.auctionId ?? auctionInPath.exec(path)?.[1])?.toLowerCase();
      if (auctionId !== undefined) requestContext.auctionId = auctionId;
      span?.updateName(`${method} ${template}`);
      span?.setAttributes({
        'http.request.method': method,
        'http.route': template,
        'http.response.status_code': given.status,
        ...attributesOf(auctionId ?? null),
      });
      observeRequest(deps, { method, route: template, status: given.status, ms, context: requestContext, address });
      return given;
    }),
  );
}

/** Counts and logs a request, and shows it to those who follow the requests of its key. */
function observeRequest({ config, log, live }: Pick<Deps, 'config' | 'log' | 'live'>, request: AnsweredRequest): void {
  const { route, status, context } = request;
  const { requestId, viewer, operation, refusalCode: code, auctionId, bid } = context;
  const method = methods.has(request.method) ? request.method : 'OTHER';
  const ms = Math.round(request.ms * 10) / 10;
  requestDuration.observe({ method, route, status }, request.ms / 1_000);
  const level = levelOf(request);
  if (log.isLevelEnabled(level)) {
    log[level](
      {
        method,
        route,
        status,
        code,
        operation,
        auctionId,
        bid,
        ms,
        address: addressIn(config, request),
        requestId,
        ...viewer,
      },
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
    code: code ?? null,
    missed: 0,
  }));
}

function levelOf(request: AnsweredRequest): Level {
  const { route, status } = request;
  if (probes.has(route)) return 'debug';
  if (status >= 500) return 'error';
  // Other faults of callers are routine.
  return isSuspicious(request) ? 'warn' : 'info';
}

/** Returns the client's address if it is to be logged with this answer. An address is personal data. */
function addressIn({ logAddresses }: Pick<Config, 'logAddresses'>, request: AnsweredRequest): string | undefined {
  if (logAddresses === 'off' || (logAddresses === 'refused' && !isSuspicious(request))) return undefined;
  return request.address();
}
