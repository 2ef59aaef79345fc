/** The bytes of an object's header, and of one of its properties or elements. */
const headerBytes = 24;
const slotBytes = 8;

/**
 * Measures the heap that a value of plain objects, arrays and texts holds, each part once. Functions count nothing: what
 * they close over belongs to others.
 */
export function heapBytes(value: unknown): number {
  const seen = new Set<object>();
  const pending: unknown[] = [value];
  let bytes = 0;
  while (pending.length > 0) {
    const part = pending.pop();
    if (typeof part === 'string') bytes += headerBytes + textBytes(part);
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    const isError = part instanceof Error;
    const inside: unknown[] = Array.isArray(part) ? part : Object.values(part);
    // The stack is a text, and an error has a few properties more that are not listed.
    if (isError) inside.push(part.stack, part.message);
    bytes += headerBytes + slotBytes * (inside.length + (Array.isArray(part) || isError ? 2 : 0));
    for (const each of inside) {
      if (typeof each === 'string' || typeof each === 'object') pending.push(each);
    }
  }
  return bytes;
}

/** Measures a text: V8 keeps a byte for each character of Latin-1, and two for each of any other text. */
export function textBytes(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length;
}
