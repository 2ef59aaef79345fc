import { nameOfWay, orderOf, rowsBehind, statementName } from '#one-statement/keyset.ts';
import { makeParameters } from '#one-statement/parameters.ts';
import { z } from 'zod';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { bidderIdInput, newBidderIdInput, reasonInput } from '../../core/text-input.ts';
import { checkInput } from '../../core/check-input.ts';
import { descending, cursorPageInput, keysetOf, type ListPage, readListPage } from '../../core/cursor-page.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { BannedBidder } from '../../platform/db/generated/client.ts';
import type { Deps } from '../../payments/deps.ts';
import { bidderDigest } from '../../payments/holds/holds-of-person.ts';

export const maxBannedBidders = 10_000;

const banInput = z.strictObject({ bidderId: newBidderIdInput, reason: reasonInput });
const unbanInput = z.strictObject({ bidderId: bidderIdInput });

type Ban = Omit<BannedBidder, 'bannedAt'>;

/** The select list of a `Ban`. */
const banColumns = 'seller_id as "sellerId", digest, bidder_id as "bidderId", reason';

const newestBans = descending('banned-bidders', { banned_at: 'timestamptz', digest: 'bytea' });

/**
 * Lists the bidders that the viewer has banned, newest first.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findBannedBidders(
  { db }: { db: Connection },
  { sellerId }: Viewer,
  raw: unknown,
): Promise<ListPage<BannedBidder>> {
  return await readListPage(cursorPageInput, newestBans, raw, async (page) => {
    const parameter = makeParameters();
    const keyset = keysetOf(page, parameter);
    return await db.query<BannedBidder>({
      name: statementName('find-bans', nameOfWay(page)),
      text: `select ${banColumns}, banned_at as "bannedAt"
        from (${rowsBehind(keyset, `banned_bidders where seller_id = ${parameter(sellerId)}`, parameter(page.limit))}) banned_bidders
        order by ${orderOf(keyset)}`,
      values: parameter.values,
    });
  });
}

/** Finds the ban of a bidder; `null`: not banned. */
export async function findBan(connection: Connection, sellerId: string, bidderId: string): Promise<Ban | null> {
  const { rows } = await connection.query<Ban>({
    name: 'find-ban',
    text: `select ${banColumns} from banned_bidders where seller_id = $1 and digest = ${bidderDigest('$1::uuid', '$2::text')}`,
    values: [sellerId, bidderId],
  });
  return rows[0] ?? null;
}

/**
 * Bans a bidder: from now on its bids on the viewer's auctions are refused. Bids that stand stay as they are. A bidder
 * that is banned already gets the new reason.
 *
 * @param raw the arguments, unchecked: `bidderId`, `reason` (3 to 500 characters)
 * @throws Refusal `invalid_request` with every fault, `banned_bidder_limit`
 */
export async function banBidder({ db }: Pick<Deps, 'db'>, viewer: Viewer, raw: unknown): Promise<Ban> {
  const { bidderId, reason: newReason } = checkInput(banInput, raw);
  const { sellerId } = viewer;
  return await db.transaction(async (tx) => {
    const before = await lockBan(tx, sellerId, bidderId);
    if (before !== null && before.reason === newReason) return before;
    const { rows } = await tx.query<Ban>({
      name: 'ban-bidder',
      text: `
        insert into banned_bidders (seller_id, digest, bidder_id, reason)
        select $1, ${bidderDigest('$1::uuid', '$2::text')}, $2, $3
        where $4 or (select count(*) from banned_bidders where seller_id = $1) < ${maxBannedBidders}
        on conflict (seller_id, digest) do update set bidder_id = excluded.bidder_id, reason = excluded.reason
        returning ${banColumns}`,
      values: [sellerId, bidderId, newReason, before !== null],
    });
    const ban = rows[0];
    if (ban === undefined) throw new Refusal('banned_bidder_limit');
    await recordAudit(tx, viewer, {
      action: 'banBidder',
      subjectType: 'bidder',
      subjectId: Buffer.from(ban.digest).toString('hex'),
      before: before === null ? null : { bidderId: before.bidderId, reason: before.reason },
      after: { bidderId, reason: newReason },
    });
    return ban;
  });
}

/**
 * Lifts the ban of a bidder. A bidder that is not banned stays so.
 *
 * @param raw the arguments, unchecked: `bidderId`
 * @throws Refusal `invalid_request`
 */
export async function unbanBidder({ db }: Pick<Deps, 'db'>, viewer: Viewer, raw: unknown): Promise<void> {
  const { bidderId } = checkInput(unbanInput, raw);
  const { sellerId } = viewer;
  await db.transaction(async (tx) => {
    const before = await lockBan(tx, sellerId, bidderId);
    if (before === null) return;
    await tx.query('delete from banned_bidders where seller_id = $1 and digest = $2', [sellerId, before.digest]);
    await recordAudit(tx, viewer, {
      action: 'unbanBidder',
      subjectType: 'bidder',
      subjectId: Buffer.from(before.digest).toString('hex'),
      before: { bidderId: before.bidderId, reason: before.reason },
    });
  });
}

/** Reads the ban of a bidder; `null` if there is none. The seller's row is locked: two bans at once would both be counted as the last. */
async function lockBan(tx: Connection, sellerId: string, bidderId: string): Promise<Ban | null> {
  await tx.query('select from sellers where seller_id = $1 for no key update', [sellerId]);
  return findBan(tx, sellerId, bidderId);
}
