import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that is worked for, however far from it: in a handler, in a job that it has led to. */
export interface Journey {
  readonly requestId: string;
  /** Whose key it came with; `null` before the key was verified, and where none was sent. */
  viewer: { readonly sellerId: string; readonly apiKeyId: string } | null;
}

const journeys = new AsyncLocalStorage<Journey>();

/** Does `work`, and all that it leads to in this process, in the name of a request. */
export function onJourney<Result>(journey: Journey, work: () => Result): Result {
  return journeys.run(journey, work);
}

/** @returns `null` where no request is worked for, as in a sweep */
export function presentJourney(): Journey | null {
  return journeys.getStore() ?? null;
}

/** Whose key the request came with is known now. */
export function noteViewer({ sellerId, apiKeyId }: { sellerId: string; apiKeyId: string }): void {
  const journey = presentJourney();
  if (journey !== null) journey.viewer = { sellerId, apiKeyId };
}
