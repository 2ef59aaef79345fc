import { z } from 'zod';
import { digestApiKey, isWellFormedApiKey } from '../../platform/auth/api-key.ts';
import { checkInput, customIssue } from '../../core/check-input.ts';
import { searchText } from '../../core/text-input.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ApiKey, AuditEntry, Seller } from '../../platform/db/generated/client.ts';
import { findAuditEntries } from './audit-log.ts';
import {
  type AuctionOfSeller,
  type BidOfSeller,
  findAllAuctions,
  findAllBids,
  findAllPayments,
  type PaymentOfSeller,
} from './find-across-sellers.ts';

/** The row that a text names, and the name of its type in GraphQL. */
export type Found =
  | (AuctionOfSeller & { readonly __typename: 'AdminAuction' })
  | (BidOfSeller & { readonly __typename: 'AdminBid' })
  | (PaymentOfSeller & { readonly __typename: 'AdminPayment' })
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
  if (/^auc_(?:test|live|pub|admin)_/.test(text)) return await findKeys(deps, text);
  return await findByText(deps, text);
}

async function findById(deps: FindDeps, id: string): Promise<Found[]> {
  const { db } = deps;
  const [auctions, bids, payments, sellers, keys, changes] = await Promise.all([
    findAllAuctions(deps, { auctionId: id }),
    findAllBids(deps, { bidId: id }),
    findAllPayments(db, { authorizationId: id }, 1),
    db.prisma.seller.findMany({ where: { sellerId: id } }),
    db.prisma.apiKey.findMany({ where: { apiKeyId: id } }),
    findAuditEntries(deps, { requestId: id, first: maxOfKind }),
  ]);
  return [
    ...named('AdminAuction', auctions.nodes),
    ...named('AdminBid', bids.nodes),
    ...named('AdminPayment', payments),
    ...named('Seller', sellers),
    ...named('ApiKey', keys),
    ...named('AuditEntry', changes.nodes),
  ];
}

async function findKeys({ db }: FindDeps, text: string): Promise<Found[]> {
  const where = isWellFormedApiKey(text) ? { digest: new Uint8Array(digestApiKey(text)) } : { prefix: text };
  return named('ApiKey', await db.prisma.apiKey.findMany({ where, take: maxOfKind }));
}

async function findByText(deps: FindDeps, text: string): Promise<Found[]> {
  const { db } = deps;
  const [referred, sent, bids, sellers] = await Promise.all([
    findAllPayments(db, { reference: text }, maxOfKind),
    findAllPayments(db, { email: text }, maxOfKind),
    text.length > 200 ? null : findAllBids(deps, { bidderId: text, first: maxOfKind }),
    db.prisma.seller.findMany({ where: { name: text } }),
  ]);
  return [
    ...named('Seller', sellers),
    ...named('AdminPayment', [...referred, ...sent]),
    ...named('AdminBid', bids?.nodes ?? []),
  ];
}

/** Marks rows with their type in GraphQL. */
function named<const Name extends string, Row extends object>(
  __typename: Name,
  rows: readonly Row[],
): (Row & { readonly __typename: Name })[] {
  return rows.map((row) => ({ ...row, __typename }));
}
