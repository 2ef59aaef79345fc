import { request } from 'undici';
import type { WireRequest } from './load-types.ts';

export interface Answer {
  readonly bytes: Uint8Array;
  /** `undefined` where there is none. */
  readonly json: unknown;
}

/** @throws where the status is another one, or a GraphQL answer has errors */
export async function askOnce(
  origin: string,
  { method, path, headers, body }: WireRequest,
  status: number,
): Promise<Answer> {
  const answer = await request(origin + path, { method, headers, body: body ?? null });
  const bytes = await answer.body.bytes();
  const text = Buffer.from(bytes).toString();
  const isJson = text !== '' && answer.headers['content-type']?.includes('json');
  const json = isJson ? (JSON.parse(text) as unknown) : undefined;
  if (answer.statusCode !== status || (json as { errors?: unknown } | undefined)?.errors !== undefined) {
    throw new Error(`${method} ${origin}${path} was answered ${answer.statusCode} ${text.slice(0, 500)}`);
  }
  return { bytes, json };
}
