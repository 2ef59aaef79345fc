import type { Connection } from '../../src/platform/db/database.ts';

export interface Move {
  readonly auctionId: string;
  /** `upcoming -> ongoing` */
  readonly move: string;
  /** How long after the instant at which it was due, by PostgreSQL's clock; negative: too early. */
  readonly lateMs: number;
}

/** Has the database itself write down every change of an auction's status, whoever makes it. */
export async function recordMoves(db: Connection): Promise<() => Promise<Move[]>> {
  await db.query(`
    create table moves (move_id serial, auction_id uuid, move text, late_ms float8);
    create function record_move() returns trigger language plpgsql as $$
      begin
        insert into moves (auction_id, move, late_ms) values (
          new.auction_id,
          old.status || ' -> ' || new.status,
          extract(epoch from clock_timestamp() - case
            when new.status = 'ongoing' then new.bidding_period_starts_at else new.bidding_period_ends_at end) * 1000
        );
        return new;
      end $$;
    create trigger record_move after update on auctions for each row execute function record_move()`);
  return async () => {
    const { rows } = await db.query<Move>(
      `select auction_id as "auctionId", move, late_ms as "lateMs" from moves order by move_id`,
    );
    return rows;
  };
}
