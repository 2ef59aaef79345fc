const limitBytes = 4_096;

/**
 * Reads the first 4 KiB of an answer's body as text that PostgreSQL can store; the rest is not read.
 *
 * @throws when the body breaks off before that
 */
export async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limitBytes) break;
  }
  const start = Buffer.concat(chunks).subarray(0, limitBytes);
  // As in a stream: a character that the limit has cut is left out. A NUL is no text for PostgreSQL.
  return new TextDecoder().decode(start, { stream: length > limitBytes }).replaceAll('\0', '\u{FFFD}');
}
