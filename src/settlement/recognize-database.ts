import type { Connection } from '../platform/db/database.ts';
import type { Deps } from '../payments/deps.ts';
import { isUnrecognized } from './blocks.ts';
import type { SettlementHoldReason } from './settlement-holds.ts';

/** A worker marks the database every minute. */
const unseenAfter = `interval '5 minutes'`;

/**
 * Compares the database with the one that the service has worked on before, and remembers it. Settlement is held if the
 * database is another one, or was not seen for minutes: it may lack what happened at the payment providers since.
 *
 * @returns the reason of the hold; `null`: the database is as it was
 */
export async function recognizeDatabase({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<SettlementHoldReason | null> {
  const reason = await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ reason: SettlementHoldReason | null; seenAt: Date }>(
      `select seen_at as "seenAt", case
         when identity <> database_identity() then 'moved'
         when seen_at < clock_timestamp() - ${unseenAfter} then 'unseen' end as reason
       from database_marks for update`,
    );
    const found = rows[0]?.reason ?? null;
    if (found !== null) await holdAllSettlement(tx, found, rows[0]!.seenAt);
    await tx.query(
      `insert into database_marks (identity) values (database_identity())
       on conflict (mark_id) do update set identity = excluded.identity, seen_at = clock_timestamp()`,
    );
    return found;
  });
  if (reason === 'moved') {
    log.error('This is another database than before: settlement is held until a worker has compared the payments.');
  } else if (reason !== null) {
    log.info('No worker has run for some minutes: settlement is held until one has compared the payments.');
  }
  return reason;
}

/** Checks whether the database has become another one while the process runs, such as a standby that was promoted. */
export async function isAnotherDatabase(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ isAnother: boolean }>({
    name: 'is-another-database',
    text: `select ${isUnrecognized} as "isAnother"`,
  });
  return rows[0]!.isAnother;
}

/** Holds all settlement. A comparison that is under way does not end the hold, as it may have begun too late. */
export async function holdAllSettlement(tx: Connection, reason: SettlementHoldReason, lostSince: Date): Promise<void> {
  await tx.query(
    `insert into settlement_holds as h (reason, lost_since) values ($1, $2)
     on conflict (reason) where auction_id is null and cleared_at is null
     do update set since = clock_timestamp(), lost_since = least(h.lost_since, excluded.lost_since)`,
    [reason, lostSince],
  );
}
