import { randomInt } from 'node:crypto';

/**
 * Without I, L, O, 0 and 1, which are mistaken for each other. Their number is prime: so the last symbol, a weighted sum of the others,
 * differs after any one wrong symbol and after any two that have changed places.
 */
const symbols = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const randomSymbols = 8;

/**
 * Makes the reference by which a winner and the seller know each other, such as `K7Q-P3M-XRT`. The id of a bid is public and proves
 * nothing. It has 39 random bits.
 */
export function newWinnerReference(): string {
  return written(Array.from({ length: randomSymbols }, () => randomInt(symbols.length)));
}

/** @returns the reference as it is stored; `null`: it is mistyped */
export function readWinnerReference(text: string): string | null {
  const typed = text.toUpperCase().replaceAll(/[\s-]/g, '');
  const values = Array.from(typed.slice(0, randomSymbols), (symbol) => symbols.indexOf(symbol));
  if (values.length < randomSymbols || values.includes(-1)) return null;
  const reference = written(values);
  return reference.replaceAll('-', '') === typed ? reference : null;
}

function written(values: readonly number[]): string {
  const sum = values.reduce((total, value, at) => total + (at + 1) * value, 0);
  const all = [...values, sum % symbols.length].map((value) => symbols[value]).join('');
  return all.replaceAll(/...(?=.)/g, '$&-');
}

/**
 * SQL of the e-mail address that the winner gave, over a row of `bids`: null of any other bid, and once the bidder is erased. The link may have
 * named the winner by an id of the seller's.
 */
export const emailOfWinner = `case when bids.is_winning_bid then (
  select email from authorizations a where a.authorization_id = bids.authorization_id and a.erased_at is null) end`;
