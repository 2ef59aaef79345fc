import type pg from 'pg';
import type { Config } from '../config.ts';
import { inChildSpan, type InSpan, useTracer } from './span.ts';

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

/** Statements that are answered together, see `db/pipeline.ts`. */
interface Pipeline {
  readonly statements: readonly (pg.QueryConfig & { readonly inItsSpan?: InSpan })[];
}

function isPipeline(sent: unknown): sent is Pipeline {
  return typeof sent === 'object' && sent !== null && 'statements' in sent;
}

/**
 * Makes a span of each statement on a pool's connections that belongs to a trace; called only if traces are collected. Spans carry the
 * statement's text, with `$1` in place of values, and never the values.
 */
export function traceStatements(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as Query;
  pool.query = ((...args) => {
    const [sent] = args;
    if (!isPipeline(sent)) return inStatement(sent, () => query(...args));
    const running = query(...args);
    for (const statement of sent.statements) {
      const { inItsSpan = (work) => work() } = statement;
      void inItsSpan(() => inStatement(statement, () => running));
    }
    return running;
  }) as Query as typeof pool.query;

  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as Query;
    // The pool's own `query`, which is traced above, passes a callback: it runs in the context of the caller that last released
    // the connection.
    const traced: Query = (...args) => {
      return typeof args.at(-1) === 'function' ? query(...args) : inStatement(args[0], () => query(...args));
    };
    client.query = traced as typeof client.query;
  });
}

function inStatement<Result>(statement: unknown, work: () => Result): Result {
  const { text, name } = typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig);
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, 2_000),
  };
  return inChildSpan(name ?? operation, { kind: 'CLIENT', attributes }, work);
}
