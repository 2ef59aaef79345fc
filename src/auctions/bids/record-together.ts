import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryResult } from 'pg';
import { isOutage } from '../../core/outage.ts';
import type { Intent } from '../../payments/holds/authorization.ts';
import { recordKeptCard } from '../../payments/holds/kept-card.ts';
import type { Database } from '../../platform/db/database.ts';
import { underAuctionLock } from '../../platform/db/lock-auction.ts';
import type { BidRefusalCode } from './judge-bid.ts';
import { type MovedEnd, moveEnd } from './move-end.ts';
import { type BidToWrite, refuseBids, writeBids } from './write-bids.ts';

/** An authorization after the statements under the lock: its bid is written or refused. */
export type Recorded = { readonly bidId: string; readonly moved: MovedEnd | null } | Refused;

interface Refused {
  readonly code: BidRefusalCode;
  readonly nextBidInCents: number | null;
}

type Named = Pick<Intent, 'authorizationId'>;

/** A bid that waits for its turn at the auction's row. */
interface Waiting {
  readonly bid: BidToWrite;
  readonly inItsContext: <Result>(work: () => Result) => Result;
  resolve(recorded: Recorded | null): void;
  reject(error: unknown): void;
}

/** The maximum number of bids in one transaction: the first of them waits for all the others. */
const maxTogether = 16;

/** The bids that wait, by auction. An auction has an entry while this process holds its row, or waits for it. */
const queues = new WeakMap<Database, Map<string, Waiting[]>>();

/**
 * Writes a bid in one transaction that locks the auction's row first, or refuses it in another. Bids that come while this process holds the row are then written
 * together, by one lock, one statement and one commit: a popular auction takes one connection, and its bidders do not wait for each other's commits.
 * If that fails, each is written by itself. An outage fails all of them: each would wait for it in turn.
 *
 * @returns `null`: no bid can be made of the authorization, or the auction may accept it since the moment in which it did not
 */
export function recordTogether(db: Database, bid: BidToWrite): Promise<Recorded | null> {
  const { auctionId } = bid.authorization;
  return new Promise((resolve, reject) => {
    const waiting: Waiting = { bid, inItsContext: AsyncLocalStorage.snapshot(), resolve, reject };
    const byAuction = queues.get(db) ?? new Map<string, Waiting[]>();
    queues.set(db, byAuction);
    const queue = byAuction.get(auctionId);
    if (queue !== undefined) {
      queue.push(waiting);
      return;
    }
    byAuction.set(auctionId, [waiting]);
    void serve(db, auctionId, byAuction);
  });
}

async function serve(db: Database, auctionId: string, byAuction: Map<string, Waiting[]>): Promise<void> {
  const queue = byAuction.get(auctionId)!;
  while (queue.length > 0) await runTogether(db, queue.splice(0, countTogether(queue)));
  // In the same turn as the last look at the queue: a caller that comes later begins a new one.
  byAuction.delete(auctionId);
}

/** Counts the first bids that one statement can write: one by rules, otherwise bids of different bidders. */
function countTogether(queue: readonly Waiting[]): number {
  const bidders = new Set<string>();
  const other = queue.slice(0, maxTogether).findIndex(({ bid }, index) => {
    const isAlone = isRuled(bid) || bidders.has(bid.authorization.bidderId);
    bidders.add(bid.authorization.bidderId);
    return index > 0 && (isAlone || isRuled(queue[0]!.bid));
  });
  return other === -1 ? maxTogether : other;
}

const isRuled = ({ authorization }: BidToWrite) => authorization.isRuled !== false;

async function runTogether(db: Database, callers: readonly Waiting[]): Promise<void> {
  let unanswered = callers;
  const answer = async (ask: (bids: readonly BidToWrite[]) => Promise<ReadonlyMap<string, Recorded>>) => {
    const recorded = await unanswered[0]!.inItsContext(() => ask(unanswered.map(({ bid }) => bid)));
    const answerTo = ({ bid }: Waiting) => recorded.get(bid.authorization.authorizationId);
    for (const caller of unanswered) if (answerTo(caller) !== undefined) caller.resolve(answerTo(caller)!);
    unanswered = unanswered.filter((caller) => answerTo(caller) === undefined);
  };
  try {
    await answer((bids) => write(db, bids));
    if (unanswered.length > 0) await answer((bids) => refuse(db, bids));
    for (const { resolve } of unanswered) resolve(null);
  } catch (error) {
    if (unanswered.length === 1 || isOutage(error)) for (const { reject } of unanswered) reject(error);
    else for (const caller of unanswered) await runTogether(db, [caller]);
  }
}

async function write(db: Database, bids: readonly BidToWrite[]): Promise<Map<string, Recorded>> {
  const { auctionId, authorizationId } = bids[0]!.authorization;
  const byRules = isRuled(bids[0]!);
  const [written, ended] = await underAuctionLock(db, auctionId, [
    writeBids(bids, byRules),
    ...(byRules ? [moveEnd(authorizationId)] : []),
    ...bids.flatMap((bid) => (bid.hold?.keptCard ? [recordKeptCard(bid.authorization, bid.hold.keptCard)] : [])),
  ]);
  const moved = (byRules ? (ended as QueryResult<MovedEnd>).rows[0] : null) ?? null;
  const { rows } = written as QueryResult<Named & { bidId: string }>;
  return new Map(rows.map((row) => [row.authorizationId, { bidId: row.bidId, moved }]));
}

async function refuse(db: Database, bids: readonly BidToWrite[]): Promise<Map<string, Recorded>> {
  const { auctionId } = bids[0]!.authorization;
  const [refused] = await underAuctionLock(db, auctionId, [refuseBids(bids, isRuled(bids[0]!))]);
  const { rows } = refused as QueryResult<Named & Refused>;
  return new Map(rows.map((row) => [row.authorizationId, row]));
}
