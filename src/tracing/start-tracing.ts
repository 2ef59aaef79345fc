import type { Config } from '../config.ts';
import { useTracer } from './span.ts';

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
