import type { Logger } from 'pino';
import { followEvent } from '../../settlement/books/follow-event.ts';
import { refusalOf } from '../../core/outage.ts';
import { readBodyWithin } from '../../core/request-body.ts';
import type { Deps } from '../../payments/deps.ts';
import { providerEvents } from '../../platform/metrics/metrics.ts';
import type { EventRefusal } from '../../payments/providers/provider-event.ts';
import { type ProviderName, providerNames } from '../../payments/providers/provider-name.ts';
import { providers } from '../../payments/providers/providers.ts';

const maxEventInBytes = 256 * 1024;

/**
 * Handles a provider's signed event. So a bid is completed even if its bidder never returned from the bank, and a
 * change made at the provider is noticed. After any answer but a 2xx the provider repeats the event.
 *
 * @param provider the last part of the address, unchanged
 */
export async function takeProviderEvent(deps: Deps, provider: string, request: Request): Promise<Response> {
  const name = providerNames.find((known) => known === provider);
  const readEvent = name === undefined ? null : providers[name].eventsOf(deps.config);
  if (name === undefined || readEvent === null)
    return new Response('No such payment provider is configured.\n', { status: 404 });
  const body = await readBodyWithin(request, maxEventInBytes);
  if (body === null) return new Response('Too large.\n', { status: 413 });
  const event = await readEvent(body, request.headers);
  try {
    if (event?.kind === 'refused') {
      await noteRefusedEvent(deps, name, event.reason);
      return new Response(`${answersToRefused[event.reason]}\n`, { status: 400 });
    }
    if (event !== null) await followEvent(deps, name, event);
    await noteTakenEvent(deps, name);
    return new Response('Taken.\n');
  } catch (error) {
    deps.log.error(
      { err: error, event, provider },
      'An event of a payment provider could not be handled; the provider sends it again.',
    );
    return new Response('Try again.\n', { status: refusalOf(error).code === 'unavailable' ? 503 : 500 });
  }
}

const answersToRefused: Record<EventRefusal, string> = {
  unsigned: 'There is no signature.',
  wrong_secret: 'The signature does not verify.',
  too_old: 'The event was signed too long ago.',
  malformed: 'The body is not an event.',
};

/** Anybody can send events that do not verify: each process writes and logs a reason this often at most. */
const noteEveryMs = 60_000;

/** The refused events since the last note, by provider and reason. */
const notes = new WeakMap<Logger, Map<string, { atMs: number; since: number }>>();

/** Notes that an event was taken, for `doctor`. */
async function noteTakenEvent({ db }: Deps, provider: ProviderName): Promise<void> {
  providerEvents.inc({ provider, result: 'taken' });
  await db.query({
    name: 'note-taken-event',
    text: `
      insert into provider_event_marks as m (provider, taken_at) values ($1, clock_timestamp())
      on conflict (provider) do update set taken_at = excluded.taken_at
      where coalesce(m.taken_at < excluded.taken_at - interval '10 seconds', true)`,
    values: [provider],
  });
}

/** Notes that an event was refused: counts each, and warns of the first, and then once a minute. */
async function noteRefusedEvent({ db, log }: Deps, provider: ProviderName, reason: EventRefusal): Promise<void> {
  providerEvents.inc({ provider, result: reason });
  const ofLog = notes.get(log) ?? new Map<string, { atMs: number; since: number }>();
  notes.set(log, ofLog);
  const note = ofLog.get(`${provider} ${reason}`) ?? { atMs: -Infinity, since: 0 };
  ofLog.set(`${provider} ${reason}`, note);
  note.since += 1;
  if (performance.now() - note.atMs < noteEveryMs) return;
  log.warn({ provider, reason, count: note.since }, 'Events of a payment provider are refused.');
  Object.assign(note, { atMs: performance.now(), since: 0 });
  await db.query({
    name: 'note-refused-event',
    text: `
      insert into provider_event_marks (provider, refused_at, refused_reason) values ($1, clock_timestamp(), $2)
      on conflict (provider) do update set refused_at = excluded.refused_at, refused_reason = excluded.refused_reason`,
    values: [provider, reason],
  });
}
