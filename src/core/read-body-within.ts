import { ClientGone } from './client-gone.ts';

/**
 * Reads the body of a request of a size that the sender chooses.
 *
 * @returns `null`: the body is larger than `maxBytes`; no more is read, whatever `Content-Length` says
 * @throws ClientGone
 */
export async function readBodyWithin(
  { body }: { readonly body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new ClientGone(error);
  }
  return Buffer.concat(chunks);
}
