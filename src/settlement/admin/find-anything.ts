import { z } from 'zod';
import { keysNamed } from '../../platform/auth/keys.ts';
import { checkInput, customIssue } from '../../core/check-input.ts';
import { searchText } from '../../core/text-input.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ApiKey, AuditEntry, Seller } from '../../platform/db/generated/client.ts';
import { findAuditEntries } from './audit-log.ts';

/** The row that a text names, or its id where an operation's own statement reads it, and the name of its type in GraphQL. */
export type Found =
  | { readonly __typename: 'Auction' | 'Bid' | 'Authorization'; readonly id: string }
  | (Seller & { readonly __typename: 'Seller' })
  | (ApiKey & { readonly __typename: 'ApiKey' })
  | (AuditEntry & { readonly __typename: 'AuditEntry' });

/** The objects of each kind that one search returns. */
const maxOfKind = 10;

const findInput = z.strictObject({
  text: searchText(2_000).check(({ value, issues }) => {
    if (value.trim() === '') issues.push(customIssue(value, 'blank', 'Must not be blank.'));
  }),
});

type FindDeps = { readonly db: Database };

/**
 * Finds what a text stands for. An id, alone or in the address of an auction: the auction, bid, payment, seller or key, and the
 * changes of a request. An API key or its prefix: the key. Any other text: payments by the provider's reference and by the e-mail
 * address, bids by the bidder, sellers by their exact name. Each by an index; of each kind the newest.
 *
 * @param input `text`; blanks around it do not count
 * @throws Refusal `invalid_request`
 */
export async function findAnything(deps: FindDeps, input: unknown): Promise<Found[]> {
  const text = checkInput(findInput, input).text.trim();
  const id = /^https?:\/\/\S+\/auctions\/([\da-f-]{36})(?:[?#/].*)?$/i.exec(text)?.[1] ?? text;
  if (isUuid(id)) return await findById(deps, id.toLowerCase());
  if (/^auc_(?:test|live|pub|admin)_/.test(text)) {
    return ofType('ApiKey', await deps.db.prisma.apiKey.findMany({ where: keysNamed(text), take: maxOfKind }));
  }
  return await findByText(deps, text);
}

async function findById(deps: FindDeps, id: string): Promise<Found[]> {
  const { db } = deps;
  const [named, sellers, keys, changes] = await Promise.all([
    findIds(
      db,
      `select 'Auction' as "__typename", auction_id as id from auctions where auction_id = $1
       union all select 'Bid', bid_id from bids where bid_id = $1
       union all select 'Authorization', authorization_id from authorizations where authorization_id = $1`,
      id,
    ),
    db.prisma.seller.findMany({ where: { sellerId: id } }),
    db.prisma.apiKey.findMany({ where: { apiKeyId: id } }),
    findAuditEntries(deps, { requestId: id, first: maxOfKind }),
  ]);
  return [...named, ...ofType('Seller', sellers), ...ofType('ApiKey', keys), ...ofType('AuditEntry', changes.nodes)];
}

async function findIds(db: Database, text: string, value: string): Promise<Found[]> {
  return (await db.query<Extract<Found, { id: string }>>(text, [value])).rows;
}

async function findByText({ db }: FindDeps, text: string): Promise<Found[]> {
  const [sellers, named] = await Promise.all([
    db.prisma.seller.findMany({ where: { name: text } }),
    // With the providers, and with the sellers, as the indexes have them first.
    findIds(
      db,
      `(select 'Authorization' as "__typename", authorization_id as id from authorizations
        where provider = any(enum_range(null::payment_provider)) and provider_reference = $1
        order by authorization_id desc limit ${maxOfKind})
       union all
       (select 'Authorization', authorization_id from authorizations where email = $1
        order by authorization_id desc limit ${maxOfKind})
       union all
       (select 'Bid', bid_id from bids where seller_id = any(array(select seller_id from sellers)) and bidder_id = $1
        order by placed_at desc, bid_id desc limit ${maxOfKind})`,
      text,
    ),
  ]);
  return [...ofType('Seller', sellers), ...named];
}

/** Marks rows with their type in GraphQL. */
function ofType<const Name extends string, Row extends object>(
  __typename: Name,
  rows: readonly Row[],
): (Row & { readonly __typename: Name })[] {
  return rows.map((row) => ({ ...row, __typename }));
}
