import { ClientGone } from '../../core/client-gone.ts';
import { refuseCompressed } from '../../core/refuse-compressed.ts';
import { Refusal } from '../../core/refusal.ts';
import { limits } from '../../api/limits/operation-limits.ts';

/** Reads the body of a request on first use, once for all callers: its text, up to the limit. */
export function bodyReader(request: Request): () => Promise<string> {
  let body: Promise<string> | null = null;
  return () =>
    (body ??= readBody(request).catch((error: unknown) => {
      throw error instanceof Refusal ? error : new ClientGone(error);
    }));
}

/**
 * Reads the body.
 *
 * @throws Refusal `payload_too_large`, `unsupported_media_type`
 */
async function readBody(request: Request): Promise<string> {
  refuseCompressed(request.headers.get('content-encoding'));
  const declaredLength = request.headers.get('content-length');
  if (Number(declaredLength) > limits.bodyBytes) throw new Refusal('payload_too_large');
  // Node passes on no more bytes than the declared length, and reading them at once is cheaper than a stream.
  if (declaredLength !== null) return await request.text();
  if (request.body === null) return '';
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > limits.bodyBytes) {
      // Not awaited: for a copied request, cancelling would wait until the copy is read.
      reader.cancel().catch(() => undefined);
      throw new Refusal('payload_too_large');
    }
    chunks.push(part.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
