import type { App } from '../src/app.ts';
import type { ListOperation } from './list-operations.ts';
import type { Sample } from './sample-sellers.ts';

/** @throws when the answer has another status than the operation's */
export async function ask(
  app: App,
  { name, status, ask }: ListOperation,
  sample: Sample,
): Promise<{ body: string; ms: number }> {
  const request = ask(sample);
  const begin = performance.now();
  const response = await app.fetch(request);
  const body = await response.text();
  const ms = performance.now() - begin;
  if (response.status !== status)
    throw new Error(`${name}: ${request.method} ${request.url} answered ${response.status}: ${body}`);
  return { body, ms };
}
