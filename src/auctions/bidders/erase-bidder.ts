import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { bidderIdInput } from '../../core/text-input.ts';
import { checkInput } from '../../core/check-input.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import type { Gateways } from '../../payments/providers/gateways.ts';
import type { ProviderName } from '../../payments/providers/provider-name.ts';
import { bidderDigest } from '../../payments/holds/holds-of-person.ts';

export interface EraseDeps {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly gateways: Gateways;
}

/** The result of an erasure. */
export interface ErasedBidder {
  /** Takes the place of the `bidderId` and the e-mail address; `null`: nothing was known of the bidder. */
  readonly pseudonym: string | null;
  readonly bids: number;
  readonly holds: number;
}

export const eraseInput = z.strictObject({ bidderId: bidderIdInput });

/** A refusal names at most so many holds. */
const maxNamed = 5;

/**
 * Replaces what identifies a bidder by a pseudonym, everywhere: bids, holds, events with the answers of their receivers, messages, delivery
 * details, shipments, the audit log, stored answers, bans, and the books of a provider that are ours. A ban stays in force. A transcript keeps its
 * lines, and nobody can prove any more whose they are. A repetition finds nothing.
 *
 * @param viewer `null`: the retention setting asks
 * @param raw the arguments, unchecked: `bidderId`
 * @throws Refusal `invalid_request`; `bidder_has_holds` while money of the bidder may be held
 */
export async function eraseBidder(
  deps: EraseDeps,
  viewer: Viewer | null,
  sellerId: string,
  raw: unknown,
): Promise<ErasedBidder> {
  const { bidderId } = checkInput(eraseInput, raw);
  const pseudonym = `erased-${randomUUID()}`;
  await refuseOpenHolds(deps.db, sellerId, bidderId);
  // First: after a crash the names are still in our books, and a repetition erases the rest.
  await eraseAtProviders(deps, { sellerId, bidderId, pseudonym });
  return await deps.db.transaction(async (tx) => {
    const bidder = { sellerId, bidderId, pseudonym };
    const erasedHolds = await eraseHolds(tx, bidder);
    const emails = [...new Set(erasedHolds.map(({ email }) => email))];
    // A hold that was begun since the check keeps its name: it belongs to a bid that came after the erasure.
    const erasedBids = await eraseBids(tx, bidder);
    await eraseEvents(tx, bidder, erasedBids);
    const given = await eraseDelivery(tx, erasedBids);
    // Messages say what the bidder did. Another bidder with the same address gets a first one again.
    for (const table of ['messages', 'mail_addresses']) {
      await tx.query(`delete from ${table} where seller_id = $1 and address = any($2::text[])`, [sellerId, emails]);
    }
    await eraseFromAnswers(tx, bidder, [bidderId, ...emails, ...given]);
    const entries = await eraseBansAndAudit(tx, bidder);
    const [bids, holds] = [erasedBids.length, erasedHolds.length];
    if (holds + bids + entries === 0) return { pseudonym: null, bids, holds };
    await recordAudit(tx, viewer, {
      action: viewer === null || viewer.sellerId === sellerId ? 'eraseBidder' : 'adminEraseBidder',
      subjectType: 'bidder',
      subjectId: pseudonym,
      sellerId,
      after: { bids, holds },
    });
    return { pseudonym, bids, holds };
  });
}

/** A bidder to erase: `pseudonym` takes the place of its names. */
interface ErasedNames {
  readonly sellerId: string;
  readonly bidderId: string;
  readonly pseudonym: string;
}

async function refuseOpenHolds(connection: Connection, sellerId: string, bidderId: string): Promise<void> {
  const { rows } = await connection.query<{ auctionId: string; state: string; count: number }>({
    name: 'find-open-holds-of-bidder',
    text: `
      select auction_id as "auctionId", state, count(*) over ()::int as count from authorizations
      where seller_id = $1 and bidder_id = $2 and erased_at is null and closed_at is null
      order by created_at limit ${maxNamed}`,
    values: [sellerId, bidderId],
  });
  const [first] = rows;
  if (first === undefined) return;
  const named = rows.map(({ auctionId, state }) => `${auctionId} (${state})`).join(', ');
  throw new Refusal('bidder_has_holds', {
    detail: `Money of the bidder is held, or may be: ${first.count} ${first.count === 1 ? 'hold is' : 'holds are'} open, at auctions ${named}${first.count > maxNamed ? ' and others' : ''}. Holds are released once their auction is over.`,
  });
}

async function eraseAtProviders({ db, gateways }: EraseDeps, { sellerId, bidderId, pseudonym }: ErasedNames) {
  const { rows } = await db.query<{ provider: ProviderName; authorizationIds: string[] }>({
    name: 'find-holds-to-erase',
    text: `
      select provider, array_agg(authorization_id) as "authorizationIds" from authorizations
      where seller_id = $1 and bidder_id = $2 and erased_at is null and closed_at is not null
      group by provider`,
    values: [sellerId, bidderId],
  });
  for (const { provider, authorizationIds } of rows) {
    await gateways[provider]?.erasePayer?.({ authorizationIds, pseudonym });
  }
}

/** @returns the e-mail address of each hold */
async function eraseHolds(tx: Connection, { sellerId, bidderId, pseudonym }: ErasedNames) {
  const { rows } = await tx.query<{ email: string }>({
    name: 'erase-holds',
    text: `
      update authorizations set bidder_id = $3, email = $3, browser_id = null, erased_at = clock_timestamp()
      where seller_id = $1 and bidder_id = $2 and erased_at is null and closed_at is not null
      returning old.email`,
    values: [sellerId, bidderId, pseudonym],
  });
  return rows;
}

interface ErasedBid {
  readonly bidId: string;
  readonly auctionId: string;
}

async function eraseBids(tx: Connection, { sellerId, bidderId, pseudonym }: ErasedNames): Promise<ErasedBid[]> {
  const { rows } = await tx.query<ErasedBid>({
    name: 'erase-bids',
    text: `
      update bids set bidder_id = $3, transcript_salt = null
      where seller_id = $1 and bidder_id = $2 and not exists (
        select from authorizations a
        where a.auction_id = bids.auction_id and a.bid_id = bids.bid_id and a.closed_at is null)
      returning bid_id as "bidId", auction_id as "auctionId"`,
    values: [sellerId, bidderId, pseudonym],
  });
  return rows;
}

/**
 * Erases the names from the events of bids, and from those of the auctions that these bids have won. A receiver may have repeated
 * the event in its answer, so the stored answers go.
 */
async function eraseEvents(tx: Connection, bidder: ErasedNames, bids: readonly ErasedBid[]): Promise<void> {
  if (bids.length === 0) return;
  const { sellerId, bidderId, pseudonym } = bidder;
  const bidIds = bids.map(({ bidId }) => bidId);
  const auctionIds = [...new Set(bids.map(({ auctionId }) => auctionId))];
  const at = (path: string) =>
    `case when snapshot #>> '${path}' = $2 then jsonb_set(snapshot, '${path}', to_jsonb($3::text)) else snapshot end`;
  await tx.query({
    name: 'erase-events',
    text: `
      with named as materialized (
        select event_id from webhook_events where bid_id = any($4)
        union all
        select event_id from webhook_events where bid_id is null and auction_id = any($5)
      ), erased as (
        update webhook_events set snapshot = case when snapshot ? 'winningBid' then ${at('{winningBid,bidderId}')} else ${at('{bidderId}')} end - 'browserId' - 'delivery' - 'shipment'
        from named
        where webhook_events.event_id = named.event_id and seller_id = $1
          and $2 in (snapshot ->> 'bidderId', snapshot #>> '{winningBid,bidderId}')
        returning webhook_events.event_id
      )
      update webhook_attempts set response_body = null
      from webhook_deliveries d join erased using (event_id)
      where webhook_attempts.delivery_id = d.delivery_id`,
    values: [sellerId, bidderId, pseudonym, bidIds, auctionIds],
  });
}

/** @returns what the bidder had given, and the number and address that lead to the bidder's shipment */
async function eraseDelivery(tx: Connection, bids: readonly ErasedBid[]): Promise<string[]> {
  const { rows } = await tx.query<{ given: string[] }>({
    name: 'erase-delivery',
    text: `
      with details as (
        delete from delivery_details where bid_id = any($1) returning array[name, address, telephone] as given
      ), shipped as (
        delete from shipments where bid_id = any($1) returning array[tracking_number, tracking_url] as given
      )
      select array_remove(given, null) as given from (select * from details union all select * from shipped) all_given`,
    values: [bids.map(({ bidId }) => bidId)],
  });
  return rows.flatMap(({ given }) => given);
}

/** A ban stays in force by its digest. The seller's notes may name the person, so they go. */
async function eraseBansAndAudit(tx: Connection, { sellerId, bidderId, pseudonym }: ErasedNames): Promise<number> {
  const values = [sellerId, bidderId, pseudonym];
  const digest = bidderDigest('$1::uuid', '$2::text');
  const bans = await tx.query({
    name: 'erase-ban',
    text: `update banned_bidders set bidder_id = $3, reason = null where seller_id = $1 and digest = ${digest} and bidder_id = $2`,
    values,
  });
  const without = (state: string) =>
    `case when jsonb_typeof(${state}) = 'object' then (${state} - 'reason') || jsonb_build_object('bidderId', $3::text) else ${state} end`;
  const entries = await tx.query({
    name: 'erase-audit',
    text: `
      update audit_log set subject_id = $3, before = ${without('before')}, after = ${without('after')}
      where seller_id = $1 and subject_type = 'bidder' and subject_id = encode(${digest}, 'hex') and $2::text is not null`,
    values,
  });
  return (bans.rowCount ?? 0) + (entries.rowCount ?? 0);
}

const readAtOnce = 100;

/**
 * Replaces the names of a bidder in the answers that are stored under idempotency keys: those of the seller, and those of
 * admins, who see every seller.
 *
 * @param names the `bidderId`, each e-mail address, and the delivery details
 */
async function eraseFromAnswers(tx: Connection, { sellerId, pseudonym }: ErasedNames, names: readonly string[]) {
  // As the name is written within JSON, however deep.
  const needles = names.map((name) => JSON.stringify(name).slice(1, -1).split('\\')[0]!);
  let after = { sellerId: '00000000-0000-0000-0000-000000000000', key: '' };
  for (;;) {
    const { rows } = await tx.query<{ sellerId: string; key: string; body: string }>({
      name: 'find-answers-with-names',
      text: `
        select seller_id as "sellerId", key, body from idempotency_keys
        where (seller_id, key) > ($1::uuid, $2)
          and seller_id in (select $3::uuid union select seller_id from api_keys where 'admin' = any(scopes))
          and exists (select from unnest($4::text[]) name where position(name in body) > 0)
        order by seller_id, key limit ${readAtOnce}`,
      values: [after.sellerId, after.key, sellerId, needles],
    });
    for (const { sellerId: owner, key, body } of rows) {
      const erased = names.reduce((text, name) => withoutName(text, name, pseudonym), body);
      if (erased === body) continue;
      await tx.query('update idempotency_keys set body = $3 where seller_id = $1 and key = $2', [owner, key, erased]);
    }
    if (rows.length < readAtOnce) return;
    after = rows.at(-1)!;
  }
}

/**
 * Replaces a name in JSON as text: where it is a whole string, also in JSON within a string, but not where it is the name of
 * a field. An e-mail address is replaced within longer texts, too.
 */
export function withoutName(json: string, name: string, pseudonym: string): string {
  let text = json;
  // The body of an event is JSON within JSON, and an answer of a receiver may hold that body again.
  for (let depth = 0, quoted = JSON.stringify(name), other = JSON.stringify(pseudonym); depth < 3; depth += 1) {
    text = text.replaceAll(new RegExp(`(?<!\\\\)${RegExp.escape(quoted)}(?!\\s*:)`, 'gu'), () => other);
    [quoted, other] = [JSON.stringify(quoted).slice(1, -1), JSON.stringify(other).slice(1, -1)];
  }
  if (!name.includes('@')) return text;
  return text.replaceAll(new RegExp(`(?<![\\w.+-])${RegExp.escape(name)}(?![\\w-])`, 'gu'), () => pseudonym);
}
