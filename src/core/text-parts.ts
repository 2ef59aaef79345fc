/** A text that was not put together yet: a long one is copied once for each time that it is. */
export type TextParts = readonly string[];

export function textOf(parts: TextParts): string {
  return parts.length === 1 ? parts[0]! : parts.join('');
}

/** The same in UTF-8, in one copy. */
export function bytesOf(parts: TextParts): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let end = 0;
  for (const part of parts) end += bytes.write(part, end);
  return bytes;
}
