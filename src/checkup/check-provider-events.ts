import { type CheckResult, fault, fine, notice } from '../core/check-result.ts';
import type { Connection } from '../db/database.ts';
import type { EventRefusal } from '../payments/provider-event.ts';
import type { ProviderName } from '../payments/provider-name.ts';

/** A provider sends the event of a hold within seconds, and tries again for days. */
const eventWithin = `interval '10 minutes'`;

const maxRead = 1_000;

interface Mark {
  readonly takenAt: Date | null;
  readonly refusedAt: Date | null;
  readonly refusedReason: EventRefusal | null;
  /** The latest hold of which an event should have come. */
  readonly heldAt: Date | null;
}

/**
 * Checks whether the events of a payment provider come and are accepted: without them, bids whose browser does not come back wait for
 * the sweep, and what happens at the provider is noticed late.
 */
export async function checkProviderEvents(
  connection: Pick<Connection, 'query'>,
  provider: ProviderName,
): Promise<CheckResult[]> {
  const subject = `Events of ${provider}`;
  const { rows } = await connection.query<Mark>(
    `select taken_at as "takenAt", refused_at as "refusedAt", refused_reason as "refusedReason", (
       select max(authorized_at) from (
         select authorized_at from authorizations where provider = $1 order by authorization_id desc limit ${maxRead}
       ) latest where authorized_at < clock_timestamp() - ${eventWithin}) as "heldAt"
     from (values (0)) one left join provider_event_marks on provider = $1`,
    [provider],
  );
  const { takenAt, refusedAt, refusedReason, heldAt } = rows[0]!;
  const last = takenAt === null ? 'None was ever taken' : `The last one was taken at ${takenAt.toISOString()}`;
  const isMissed = heldAt !== null && (takenAt === null || takenAt < heldAt);
  const isRefused = refusedAt !== null && refusedReason !== null && (takenAt === null || takenAt < refusedAt);
  const missed = isMissed ? `, although money was held at ${heldAt.toISOString()}` : '';
  if (isRefused) {
    const { cause, remedy } = causes[refusedReason];
    const found = `${last}${missed}; at ${refusedAt.toISOString()} one was refused: ${cause}`;
    return [isMissed ? fault(subject, found, remedy) : notice(subject, found, remedy)];
  }
  if (!isMissed) return [fine(subject, `${last}.`)];
  const remedy =
    "See at the provider's dashboard what its deliveries to PUBLIC_URL/provider-events are answered: a firewall or a proxy may refuse them, or no endpoint is enabled.";
  return [fault(subject, `${last}${missed}: no event arrives.`, remedy)];
}

const causes: Record<EventRefusal, { readonly cause: string; readonly remedy: string }> = {
  unsigned: {
    cause: 'it carries no signature of the provider, and may come from somebody else.',
    remedy: 'See that no proxy removes the header of the signature.',
  },
  wrong_secret: {
    cause: 'it is signed with a secret that is not configured, or comes from somebody else.',
    remedy: 'Set the webhook secret to the signing secrets of all endpoints in the dashboard, separated by commas.',
  },
  too_old: {
    cause: 'it is genuine, and was signed more than 5 minutes before the clock of this service.',
    remedy: 'Set the clock of the machines that take events (NTP); a proxy must not hold requests back.',
  },
  malformed: {
    cause: 'it is genuine, and not an event that this version reads.',
    remedy:
      'See that no proxy changes the body, and that the endpoint sends events of the account in their usual form.',
  },
};
