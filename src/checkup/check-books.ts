import { type BooksMeasure, measureBooks } from '../books/measure-books.ts';
import { findLatestCaptured, findUnbalanced } from '../books/unbalanced-auctions.ts';
import { fault, fine, type CheckResult, notice } from '../core/check-result.ts';
import type { Connection } from '../db/database.ts';
import { findOpenHolds, type SettlementHold } from '../settlement/settlement-holds.ts';

const maxShown = 20;

/** Summing up as many auctions takes less than a second. */
const maxBalanced = 1_000;

/** Checks what the last comparison with the payment providers found, whether settlement is held, and whether the books balance. */
export async function checkBooks(connection: Connection): Promise<CheckResult[]> {
  const holds = await findOpenHolds(connection, maxShown);
  const measures = await measureBooks(connection);
  const unbalanced = await findUnbalanced(connection, await findLatestCaptured(connection, maxBalanced));
  return [
    ...(holds.length === 0 ? [fine('Settlement', 'Nothing is held back.')] : holds.map(judgeHold)),
    ...(measures.length === 0 ? [fine('Books', 'They were not compared with a payment provider yet.')] : []),
    ...measures.map(judgeBooks),
    ...(unbalanced.length === 0 ? [] : [judgeUnbalanced(unbalanced)]),
  ];
}

function judgeUnbalanced(auctionIds: readonly string[]): CheckResult {
  return fault(
    'Books',
    `The books of ${auctionIds.length} auctions do not balance: ${auctionIds.slice(0, maxShown).join(', ')}.`,
    'Compare the ledger of each with its payments at the provider.',
  );
}

function judgeHold({ holdId, reason, auctionId, providerReference, since }: SettlementHold): CheckResult {
  if (auctionId === null) {
    return fault(
      'Settlement',
      `No auction is settled since ${since.toISOString()}: the database may be older than the payments (${reason}).`,
      'A worker compares the books with the payment providers and ends the hold. See its log, and whether the providers answer.',
    );
  }
  return fault(
    'Settlement',
    `Auction ${auctionId} is not settled: the payment ${String(providerReference)} differs at the provider.`,
    `Look at the payment there, then clear the hold ${holdId} with clearSettlementHold, or end the auction.`,
  );
}

function judgeBooks({ provider, ageInSeconds, differences, failure }: BooksMeasure): CheckResult {
  const subject = `Books of ${provider}`;
  if (failure !== null)
    return fault(subject, `They could not be compared: ${failure}`, 'See whether the payment provider answers.');
  if (ageInSeconds === null) return fine(subject, 'The first comparison is under way.');
  const age = `${Math.round(ageInSeconds / 60)} minutes ago`;
  const found = Object.entries(differences).map(([kind, count]) => `${count} of the kind ${kind}`);
  if (found.length === 0) return fine(subject, `Nothing differed ${age}.`);
  if ((differences['two_captures'] ?? 0) > 0) {
    return fault(
      subject,
      `Two payments of one auction are captured: ${found.join(', ')}, ${age}.`,
      'Run "npm run reconcile", which lists them, and refund the one that should not have been captured.',
    );
  }
  return notice(
    subject,
    `Payments differed ${age}: ${found.join(', ')}.`,
    'Run "npm run reconcile", which lists them.',
  );
}
