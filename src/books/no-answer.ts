import type { Unknown } from '../payments/gateway-answers.ts';

/** The provider takes no more calls at the moment, or more urgent calls use all that it takes. */
export class ProviderBusy extends Error {
  override name = 'ProviderBusy';
}

/** Makes the error of a provider that gives no clear answer. */
export function noAnswer(failure: string, { reason, isOverloaded }: Unknown): Error {
  const message = `${failure}: ${reason}`;
  return isOverloaded === true ? new ProviderBusy(message) : new Error(message);
}
