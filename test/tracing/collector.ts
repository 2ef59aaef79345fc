import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: it begins its trace. */
  readonly parentId: string;
  /** Those that are texts. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** An OpenTelemetry collector: takes OTLP over HTTP, as protobuf, and reads of it what a test asks for. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly paths: Set<string>;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      paths.add(request.url ?? '');
      const body = await buffer(request);
      const message = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      // opentelemetry/proto/trace/v1/trace.proto: ResourceSpans 1, ScopeSpans 2, Span 2.
      for (const resource of fields(message, 1)) {
        for (const scope of fields(resource, 2)) {
          for (const span of fields(scope, 2)) {
            const [hex, text] = [
              (n: number) => fields(span, n)[0]?.toString('hex') ?? '',
              fields(span, 5)[0]!.toString(),
            ];
            spans.push({
              name: text,
              traceId: hex(1),
              spanId: hex(2),
              parentId: hex(4),
              attributes: attributesOf(span),
            });
          }
        }
      }
      response.setHeader('content-type', 'application/x-protobuf').end();
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    paths,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Span.attributes 9: KeyValue with its key 1 and its value 2, of which a text is 1. */
function attributesOf(span: Buffer): Record<string, string> {
  return Object.fromEntries(
    fields(span, 9).map((pair) => [
      fields(pair, 1)[0]?.toString() ?? '',
      fields(fields(pair, 2)[0] ?? Buffer.alloc(0), 1)[0]?.toString() ?? '',
    ]),
  );
}

/** The values of a field of a protobuf message that have a length: texts, bytes and messages. */
function fields(message: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        at += 8;
        break;
      case 5:
        at += 4;
        break;
      default: {
        const length = varint();
        if (Math.floor(tag / 8) === wanted) found.push(message.subarray(at, at + length));
        at += length;
      }
    }
  }
  return found;
}
