import { followEvent } from '../books/follow-event.ts';
import { refusalOf } from '../core/outage.ts';
import { readBodyWithin } from '../core/read-body-within.ts';
import type { Deps } from '../deps.ts';
import type { EventRefusal } from '../payments/provider-event.ts';
import { providerNames, providers } from '../payments/providers.ts';
import { noteRefusedEvent, noteTakenEvent } from './note-event.ts';

const maxEventInBytes = 256 * 1024;

/**
 * Handles a provider's signed event. So a bid is completed even if its bidder never returned from the bank, and a
 * change made at the provider is noticed. After any answer but a 2xx the provider repeats the event.
 *
 * @param provider the last part of the address, as it came
 */
export async function takeProviderEvent(deps: Deps, provider: string, request: Request): Promise<Response> {
  const name = providerNames.find((known) => known === provider);
  const events = name === undefined ? null : providers[name].eventsOf(deps.config);
  if (name === undefined || events === null) return answer(404, 'No such payment provider is configured.');
  const body = await readBodyWithin(request, maxEventInBytes);
  if (body === null) return answer(413, 'Too large.');
  const event = await events.read(body, request.headers);
  try {
    if (event?.kind === 'refused') {
      await noteRefusedEvent(deps, name, event.reason);
      return answer(400, refusals[event.reason]);
    }
    if (event !== null) await followEvent(deps, name, event);
    await noteTakenEvent(deps, name);
    return answer(200, 'Taken.');
  } catch (error) {
    deps.log.error(
      { err: error, event, provider },
      'An event of a payment provider could not be handled; the provider sends it again.',
    );
    return answer(refusalOf(error).code === 'unavailable' ? 503 : 500, 'Try again.');
  }
}

const refusals: Record<EventRefusal, string> = {
  unsigned: 'There is no signature.',
  wrong_secret: 'The signature does not verify.',
  too_old: 'The event was signed too long ago.',
  malformed: 'The body is not an event.',
};

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
