import type { Logger } from 'pino';
import type { Connection } from '../db/database.ts';
import { providerEvents } from '../metrics/metrics.ts';
import type { EventRefusal } from '../payments/provider-event.ts';
import type { ProviderName } from '../payments/provider-name.ts';

interface Deps {
  readonly db: Connection;
  readonly log: Logger;
}

/** Anybody can send events that do not verify: each process writes and logs a reason this often at most. */
const noteEveryMs = 60_000;

/** The refused events since the last note, by provider and reason. */
const notes = new WeakMap<Logger, Map<string, { atMs: number; since: number }>>();

/** Notes that an event was taken, for `doctor`. */
export async function noteTakenEvent({ db }: Deps, provider: ProviderName): Promise<void> {
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
export async function noteRefusedEvent({ db, log }: Deps, provider: ProviderName, reason: EventRefusal): Promise<void> {
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
