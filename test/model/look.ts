import { sellerNow } from '../../src/platform/db/seller-clock.ts';
import type { FailureCode } from '../../src/payments/providers/failure-code.ts';
import type { Disagreement } from '../providers/compare-books.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';
import { inProcess } from './mortal-process.ts';

export interface SeenBid {
  readonly bidId: string;
  readonly bidderId: string;
  readonly placedAt: string;
  readonly bidValueInCents: number;
  readonly auctionId: string;
  readonly isWinningBid: boolean;
}

/** An auction as its seller sees it: by REST, and what only GraphQL tells. */
export interface SeenAuction {
  readonly auctionId: string;
  readonly status: 'upcoming' | 'ongoing' | 'completed';
  readonly bids: readonly SeenBid[];
  readonly minimumBidValueInCents: number;
  readonly biddingPeriodEndsAt: string;
  readonly rules: Rules;
  readonly phase: string;
  readonly outcome: string | null;
  readonly soldBy: 'BIDDING' | 'BUY_NOW' | null;
  readonly attempts: readonly { bidId: string; result: string | null; reason: string | null }[];
}

/** One authorization, in our books and, where the provider has it, in the provider's. */
export interface BookLine {
  readonly authorizationId: string | null;
  readonly auctionId: string | null;
  readonly bidId: string | null;
  /** The form that asked for it; `null`: a renewal, or a payment that our books lack. */
  readonly submissionToken: string | null;
  readonly value: number | null;
  readonly ours: Disagreement['ours'];
  readonly failureCode: FailureCode | null;
  readonly isRenewal: boolean;
  /** The provider's name of the payment. */
  readonly reference: string | null;
  /** A capture was requested, whatever came of it. */
  readonly captureRequested: boolean;
  /** Whether one of the requests may still execute: it has no clear answer. */
  readonly captureUnclear: boolean;
  readonly theirs: Disagreement['theirs'];
  readonly amount: number | null;
  /** What was captured, in our books and in the provider's. */
  readonly oursCaptured: number | null;
  readonly theirsCaptured: number | null;
  /** The money that the provider has given back by refunds and lost disputes. */
  readonly theirsGivenBack: number;
  /** The same by our books. */
  readonly oursGivenBack: number;
  /** The money that refunds have taken at the provider, whoever has asked for them. */
  readonly theirsRefunded: number;
  /** What the seller can still give back: the captured money, less refunds, disputes and requests for refunds. `null`: it is not captured. */
  readonly refundable: number | null;
  /** Our books have to read what became of the captured money. */
  readonly areReversalsDue: boolean;
  /** Our books have not closed it. */
  readonly isOpen: boolean;
  /** From the provider, or from our books once the provider no longer knows the payment. */
  readonly captureBefore: Date | null;
  /** For a payment that our books lack: the state of the authorization that it was opened for, and its failure code. */
  readonly openedFor: Disagreement['ours'];
  readonly openedForCode: FailureCode | null;
  /** What the provider moved, in order. */
  readonly effects: readonly string[];
}

export interface Seen {
  readonly auctions: readonly SeenAuction[];
  readonly books: readonly BookLine[];
  readonly sellersNow: number;
  /** Names all that an answer to the seller is made of, but for the time. */
  readonly told: string;
  /** Names the periods that have begun, and those that have ended. */
  readonly phases: string;
  /** Names all that was ever written. */
  readonly snapshot: string;
}

/**
 * Looks at everything that anybody can see: into both books, and through the seller's doors.
 *
 * @param before an earlier look: where nothing has changed since of what the answers are made of, they are the same
 */
export async function look(world: World, before?: Seen): Promise<Seen> {
  const { snapshot, phases, sellersNow } = await readMarks(world);
  const isWritten = before?.snapshot !== snapshot;
  if (!isWritten && before.phases === phases) return { ...before, sellersNow };
  const { told, books } = isWritten ? await lookIntoBooks(world) : before;
  if (before?.told === told && before.phases === phases) return { ...before, books, snapshot, sellersNow };
  const { clock, auctions } = await askAtDoors(world);
  if (Date.parse(clock) !== sellersNow) throw new Error(`The seller's clock shows ${clock}.`);
  return { auctions, books, sellersNow, told, phases, snapshot };
}

async function readMarks({ deps, seller }: World): Promise<Pick<Seen, 'snapshot' | 'phases' | 'sellersNow'>> {
  const { rows } = await deps.db.query<{ snapshot: string; phases: string; now: Date }>({
    text: marks,
    values: [seller.sellerId],
  });
  const { now, snapshot, phases } = rows[0]!;
  return { snapshot, phases, sellersNow: now.getTime() };
}

/** Tells whether a look would show something new. Every transaction that writes has a number, and a snapshot names all numbers up to now. */
const marks = `
  with seller as (select ${sellerNow} as now)
  select now, pg_current_snapshot()::text as snapshot,
    (select string_agg(concat(bidding_period_starts_at <= now, bidding_period_ends_at <= now), ',' order by auction_id)
     from auctions) as phases
  from seller`;

async function lookIntoBooks({ deps }: World): Promise<Pick<Seen, 'told' | 'books'>> {
  const { rows } = await deps.db.query<BookLine & { told: string }>(bothBooks);
  const books = rows.filter(({ authorizationId, reference }) => authorizationId !== null || reference !== null);
  return { told: rows[0]!.told, books };
}

/** The first column stands in every row, also where there is no payment. */
const bothBooks = `
  select md5(concat(
      (select string_agg(a::text, ',' order by auction_id) from auctions a),
      (select string_agg(b::text, ',' order by bid_id) from bids b),
      (select string_agg(c::text, ',' order by authorization_id, attempt) from capture_attempts c))) as told,
    a.authorization_id as "authorizationId", a.auction_id as "auctionId", a.bid_id as "bidId",
    a.submission_token as "submissionToken", a.value_in_cents as value, a.state as ours,
    a.failure_code as "failureCode",
    a.replaces_authorization_id is not null as "isRenewal", coalesce(p.reference, a.provider_reference) as reference,
    exists (select from capture_attempts c where c.authorization_id = a.authorization_id) as "captureRequested",
    exists (select from capture_attempts c where c.authorization_id = a.authorization_id and coalesce(c.result = 'unknown', true)) as "captureUnclear",
    p.status as theirs, p.amount_in_cents as amount, a.captured_in_cents as "oursCaptured", p.captured_in_cents as "theirsCaptured",
    a.authorization_id is not null and a.closed_at is null as "isOpen", coalesce(p.capture_before, a.capture_before) as "captureBefore",
    a.reversals_due_at is not null as "areReversalsDue",
    (select coalesce(sum(r.amount_in_cents), 0)::int from simulated_reversals r
     where r.reference = p.reference and r.state in ('succeeded', 'lost')) as "theirsGivenBack",
    (select coalesce(sum(r.amount_in_cents), 0)::int from reversals r
     where r.authorization_id = a.authorization_id and r.state in ('succeeded', 'lost')) as "oursGivenBack",
    (select coalesce(sum(r.amount_in_cents), 0)::int from simulated_reversals r
     where r.reference = p.reference and r.kind = 'refund' and r.state <> 'failed') as "theirsRefunded",
    case when a.state = 'captured' or a.captured_at is not null then greatest(0, coalesce(a.captured_in_cents, a.value_in_cents)
      - (select coalesce(sum(r.amount_in_cents), 0)::int from reversals r
         where r.authorization_id = a.authorization_id and r.taken_at is not null and r.returned_at is null)
      - (select coalesce(sum(q.amount_in_cents), 0)::int from refunds q
         where q.authorization_id = a.authorization_id and q.state = 'requested')) end as refundable,
    (select o.state from authorizations o
     where a.authorization_id is null and o.authorization_id::text = p.request->>'authorizationId') as "openedFor",
    (select o.failure_code from authorizations o
     where a.authorization_id is null and o.authorization_id::text = p.request->>'authorizationId') as "openedForCode",
    coalesce((select array_agg(l.effect order by l.entry_id) from simulated_ledger l
      where l.reference = p.reference), '{}') as effects
  from (select) one left join (authorizations a full join simulated_payments p on p.reference = a.provider_reference) on true
  order by a.created_at, a.authorization_id`;

/** Asks for all auctions as their seller does: by REST, and by GraphQL. */
async function askAtDoors({ seller, other }: World): Promise<{ clock: string; auctions: SeenAuction[] }> {
  const [listed, answer] = await inProcess(other, () =>
    Promise.all([
      seller.get('/v1/auctions?includeBids=true'),
      seller.graphql(`{ clock { now } auctions { nodes { auctionId status phase outcome winningBid { bidId }
        settlement { bidId result reason }
        rules { softClose { windowSeconds maximumSeconds } bidSteps { fromInCents stepInCents } buyNowPriceInCents } soldBy } } }`),
    ]),
  );
  if (listed.status !== 200 || answer.body.data == null)
    throw new Error(`Nothing to be seen: ${listed.text} ${answer.text}`);
  const { clock, auctions } = answer.body.data;
  const byId = new Map<string, any>(auctions.nodes.map((auction: any) => [auction.auctionId, auction]));
  return {
    clock: clock.now,
    auctions: listed.body.auctions.map((auction: any): SeenAuction => {
      const { status, phase, outcome, soldBy, settlement, winningBid, rules } = byId.get(auction.auctionId);
      const winner = auction.bids.find((bid: SeenBid) => bid.isWinningBid);
      if (status !== auction.status || winner?.bidId !== winningBid?.bidId) throw new Error('REST and GraphQL differ.');
      return { ...auction, phase, outcome, soldBy, rules, attempts: settlement };
    }),
  };
}
