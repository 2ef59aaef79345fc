import { ClientGone } from '../core/client-gone.ts';

/** The least rate of an upload, on average: a slower one would occupy a place for minutes. */
export const minBytesPerSecond = 32 * 1024;

/** An upload may begin slowly. */
const graceMs = 5_000;

/**
 * Reads an upload that comes fast enough.
 *
 * @throws ClientGone
 */
export async function readUpload(request: Request, maxBytes: number): Promise<Buffer | 'too_large' | 'too_slow'> {
  const reader = request.body?.getReader();
  const beganAtMs = performance.now();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    // The time at which the bytes that have come are too few.
    const tooSlowAtMs = beganAtMs + graceMs + (bytes / minBytesPerSecond) * 1_000;
    const next = await nextChunk(reader, tooSlowAtMs - performance.now());
    if (next === 'too_slow') return next;
    if (next === null) return Buffer.concat(chunks);
    bytes += next.byteLength;
    if (bytes > maxBytes) return 'too_large';
    chunks.push(next);
  }
}

/** @returns `null` at the end */
async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  waitMs: number,
): Promise<Uint8Array | null | 'too_slow'> {
  if (reader === undefined) return null;
  const { promise: tooSlow, resolve } = Promise.withResolvers<'too_slow'>();
  const timer = setTimeout(resolve, Math.max(0, waitMs), 'too_slow');
  const reading = reader.read().then(
    ({ value }) => value ?? null,
    (error: unknown) => {
      throw new ClientGone(error);
    },
  );
  // An upload that was given up may still break off.
  reading.catch(() => undefined);
  try {
    return await Promise.race([reading, tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}
