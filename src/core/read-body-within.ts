/**
 * Reads the body of a request of a size that the sender chooses.
 *
 * @returns `null`: the body is larger than `maxBytes`; no more is read, whatever `Content-Length` says
 */
export async function readBodyWithin(request: Request, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
