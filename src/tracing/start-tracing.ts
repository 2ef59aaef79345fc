import type pg from 'pg';
import type { Config } from '../config.ts';
import { inChildSpan, useTracer } from './span.ts';

/**
 * Sends traces to an OpenTelemetry collector if `OTEL_EXPORTER_OTLP_ENDPOINT` names one, by OTLP over HTTP. The other
 * variables of OpenTelemetry's SDK keep their meaning: `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`,
 * `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`.
 *
 * @returns flushes pending spans when it is disposed of; `null` without a collector: then the SDK is not even loaded
 */
export async function startTracing({ otlpEndpoint }: Pick<Config, 'otlpEndpoint'>): Promise<AsyncDisposable | null> {
  if (otlpEndpoint === null) return null;
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'auction-service' })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  useTracer(provider.getTracer('auction-service'));
  return {
    async [Symbol.asyncDispose]() {
      useTracer(null);
      // A collector that is down must not keep the service from stopping.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

type Query = (...args: unknown[]) => unknown;

/**
 * Makes a span of each statement on a pool's connections that belongs to a trace; called only if traces are collected. Spans carry the
 * statement's text, with `$1` in place of values, and never the values.
 */
export function traceStatements(pool: pg.Pool): void {
  // The pool's own `query` runs in the context of the caller that last released the connection: it is traced
  // separately.
  const lent = new WeakSet<pg.PoolClient>();
  const known = new WeakSet<pg.PoolClient>();
  pool.on('release', (_error, client) => void lent.delete(client));

  const traceClient = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as Query;
    const traced: Query = (...args) => (lent.has(client) ? inStatement(args, () => query(...args)) : query(...args));
    client.query = traced as typeof client.query;
    known.add(client);
  };

  const connect = pool.connect.bind(pool) as Query;
  const lend = async () => {
    const client = (await connect()) as pg.PoolClient;
    if (!known.has(client)) traceClient(client);
    lent.add(client);
    return client;
  };
  // With a callback, the pool itself is the caller.
  pool.connect = ((...args: unknown[]) => (args.length > 0 ? connect(...args) : lend())) as typeof pool.connect;

  const query = pool.query.bind(pool) as Query;
  pool.query = ((...args: unknown[]) => inStatement(args, () => query(...args))) as typeof pool.query;
}

function inStatement<Result>([statement]: unknown[], work: () => Result): Result {
  const { text, name } = typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig);
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, 2_000),
  };
  return inChildSpan(name ?? operation, { kind: 'CLIENT', attributes }, work);
}
