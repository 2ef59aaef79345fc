import { Refusal } from '../core/refusal.ts';
import { limits } from './limits.ts';

/** Reads the body of a request when it is asked for, once for all who ask: its text, and no more of it than the limit. */
export function bodyReader(request: Request): () => Promise<string> {
  let body: Promise<string> | null = null;
  return () => (body ??= readBody(request));
}

/** @throws Refusal `payload_too_large` */
async function readBody(request: Request): Promise<string> {
  const told = request.headers.get('content-length');
  if (Number(told) > limits.bodyBytes) throw new Refusal('payload_too_large');
  // No more comes than was told. Asked for as a whole, it need not be made a stream.
  if (told !== null) return await request.text();
  if (request.body === null) return '';
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > limits.bodyBytes) {
      // Not waited for: of a request that was copied, it would take until the copy is read.
      reader.cancel().catch(() => undefined);
      throw new Refusal('payload_too_large');
    }
    chunks.push(part.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
