import type { Connection } from './connection.ts';

/** The position of a server in the write-ahead log, and the identity of that log. */
export interface WalPosition {
  /** In bytes from the log's beginning: written by a primary, or replayed by a standby. */
  readonly position: number;
  readonly isStandby: boolean;
  /** The same text for a primary and its standbys only: cluster, timeline, and the connected database. */
  readonly identity: string;
}

export async function readWalPosition(connection: Connection): Promise<WalPosition> {
  const { rows } = await connection.query<WalPosition>({
    name: 'read-wal-position',
    text: `
      select pg_is_in_recovery() as "isStandby", concat_ws(' ', system_identifier, timeline_id, current_database()) as identity,
        (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::float8 as position
      from pg_control_system(), pg_control_checkpoint()`,
  });
  return rows[0]!;
}

/** Checks whether one is a standby that follows the other. */
export function isStandbyOf(replica: WalPosition, primary: WalPosition): boolean {
  return replica.isStandby && replica.identity === primary.identity;
}
