import type { Logger } from 'pino';
import pg from 'pg';
import type { PooledDatabase } from '../db/database.ts';
import { followChannels, type FollowedRequests, inPieces, makeFollowedRequests } from './followed-requests.ts';

/** Announces to every process that an auction has changed, so that its readers read it again. Carries no content. */
export interface Live extends AsyncDisposable {
  /** Call after the commit. Never throws and never waits: readers read again every few seconds and find a lost change. */
  announce(auctionId: string): void;
  /**
   * Calls `onChange` after each announcement about the auction.
   *
   * @returns ends the subscription
   */
  subscribe(auctionId: string, onChange: () => void): () => void;
  readonly requests: FollowedRequests;
}

const channel = 'auction_changed';
// Announcements of the same moment are sent together: at most this late, well within the second that a page promises.
const gatherMs = 50;
const reconnectMs = 1_000;
// A notification holds 8,000 bytes; an id with its space takes 37.
const idsInNotification = 200;

/**
 * Makes announcements with PostgreSQL's LISTEN and NOTIFY on a connection of its own. A notification is sent after
 * its transaction: one sent inside would take a lock that serializes all commits.
 */
export function makeLive({ db, log }: { db: Pick<PooledDatabase, 'query' | 'url' | 'outage'>; log: Logger }): Live {
  const listeners = new Map<string, Set<() => void>>();
  let changed = new Set<string>();
  let closing = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: db.url, options: '-c TimeZone=UTC', keepAlive: true });
    next.on('notification', (notification) => {
      const { payload = '' } = notification;
      if (notification.channel === channel) payload.split(' ').forEach(notify);
      else requests.receive(notification.channel, payload);
    });
    next.on('error', (error) => {
      db.outage?.failed(error);
      log.warn({ err: error }, 'The connection that listens for changed auctions broke.');
    });
    next.on('end', () => {
      client = null;
      if (!closing) retry = setTimeout(() => void listen(), reconnectMs);
    });
    try {
      await next.connect();
      await next.query([channel, ...Object.values(followChannels)].map((name) => `listen ${name}`).join('; '));
      client = next;
      // Announcements are lost while the connection is down: every reader reads once more.
      for (const auctionId of listeners.keys()) notify(auctionId);
    } catch (error) {
      db.outage?.failed(error);
      log.warn({ err: error }, 'Listening for changed auctions failed; retrying.');
      await next.end().catch(() => undefined);
    }
  }

  function notify(auctionId: string): void {
    for (const onChange of listeners.get(auctionId) ?? []) onChange();
  }

  /** @param failure is logged when nobody gets the payloads */
  async function sendAll(name: string, payloads: readonly string[], failure: string): Promise<void> {
    await db
      .query('select pg_notify($1, payload) from unnest($2::text[]) payload', [name, payloads])
      .catch((error: unknown) => log.warn({ err: error }, failure));
  }

  async function send(): Promise<void> {
    const payloads = inPieces([...changed], idsInNotification).map((auctionIds) => auctionIds.join(' '));
    changed = new Set();
    const failure = 'A changed auction could not be announced; its readers find the change within seconds.';
    await sendAll(channel, payloads, failure);
  }

  const requests = makeFollowedRequests((name, payloads) => {
    void sendAll(name, payloads, 'Answered requests could not be shown to those who follow them.');
  });
  const listening = listen();

  return {
    requests,
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
      requests[Symbol.dispose]();
      await listening;
      if (changed.size > 0) await send();
      await client?.end();
    },
  };
}
