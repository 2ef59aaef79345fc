import type { Logger } from 'pino';
import pg from 'pg';
import type { Database } from '../db/database.ts';

/** Tells every process that an auction has changed: who shows it, looks again. Carries no content. */
export interface Live extends AsyncDisposable {
  /** After the commit. Never throws and never waits: what is lost here is found by looking again now and then. */
  announce(auctionId: string): void;
  /** @returns ends the subscription */
  subscribe(auctionId: string, onChange: () => void): () => void;
}

const channel = 'auction_changed';
// One announcement for many bids of the same moment: at most this late, well within the second that a page promises.
const gatherMs = 50;
const reconnectMs = 1_000;
// A notification holds 8,000 bytes, an id and its space 37.
const idsInNotification = 200;

/**
 * PostgreSQL's LISTEN and NOTIFY on a connection of its own. A notification is sent outside of the transaction that it
 * tells of: one inside would take a lock that makes all commits queue.
 */
export function makeLive({ db, log }: { db: Pick<Database, 'pool' | 'url'>; log: Logger }): Live {
  const listeners = new Map<string, Set<() => void>>();
  let changed = new Set<string>();
  let closing = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: db.url, options: '-c TimeZone=UTC', keepAlive: true });
    next.on('notification', ({ payload = '' }) => payload.split(' ').forEach(tell));
    next.on('error', (error) => log.warn({ err: error }, 'the connection for live changes broke'));
    next.on('end', () => {
      client = null;
      if (!closing) retry = setTimeout(() => void listen(), reconnectMs);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      client = next;
      // Whatever was announced while nobody listened is seen by looking now.
      for (const auctionId of listeners.keys()) tell(auctionId);
    } catch (error) {
      log.warn({ err: error }, 'live changes are not heard; trying again');
      await next.end().catch(() => undefined);
    }
  }

  function tell(auctionId: string): void {
    for (const onChange of listeners.get(auctionId) ?? []) onChange();
  }

  async function send(): Promise<void> {
    const auctionIds = [...changed];
    changed = new Set();
    for (let first = 0; first < auctionIds.length; first += idsInNotification) {
      const payload = auctionIds.slice(first, first + idsInNotification).join(' ');
      await db.pool.query('select pg_notify($1, $2)', [channel, payload]).catch((error: unknown) => {
        log.warn({ err: error }, 'a change could not be announced; pages see it at their next look');
      });
    }
  }

  const listening = listen();

  return {
    announce(auctionId) {
      if (changed.size === 0) setTimeout(() => void send(), gatherMs).unref();
      changed.add(auctionId);
    },
    subscribe(auctionId, onChange) {
      const subscribed = listeners.get(auctionId) ?? new Set();
      listeners.set(auctionId, subscribed.add(onChange));
      return () => {
        subscribed.delete(onChange);
        if (subscribed.size === 0 && listeners.get(auctionId) === subscribed) listeners.delete(auctionId);
      };
    },
    async [Symbol.asyncDispose]() {
      closing = true;
      clearTimeout(retry);
      await listening;
      if (changed.size > 0) await send();
      await client?.end();
    },
  };
}
