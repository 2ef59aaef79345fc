import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'node:http';
import { readAnswer, type Answer } from '../../support/answer.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends what no `fetch` would: any method, target and headers that HTTP/1.1 can carry. */
export async function sendRaw(
  origin: string,
  {
    method,
    target,
    headers,
    body,
  }: { method: string; target: string; headers: readonly (readonly [string, string])[]; body: string | Buffer | null },
): Promise<Answer> {
  const { hostname, port, host } = new URL(origin);
  const hasHost = headers.some(([name]) => name === 'host');
  const sent = request({
    agent,
    hostname,
    port,
    method,
    path: target,
    headers: [...(hasHost ? [] : ['host', host]), ...headers.flat(), ...lengthOf(body)],
    setHost: false,
  });
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const received = new Headers();
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          received.append(response.rawHeaders[i]!, response.rawHeaders[i + 1]!);
        }
        const status = response.statusCode!;
        const sent = Buffer.concat(chunks);
        // An answer to HEAD names an encoding, and has no body.
        const isCompressed = sent.length > 0 && response.headers['content-encoding'] === 'gzip';
        const text = isCompressed ? gunzipSync(sent) : sent;
        resolve(readAnswer(new Response([204, 304].includes(status) ? null : text, { status, headers: received })));
      });
    });
    sent.end(body ?? undefined);
  });
}

function lengthOf(body: string | Buffer | null): string[] {
  return body === null ? [] : ['content-length', String(Buffer.byteLength(body))];
}
