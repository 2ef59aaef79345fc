import { type FailureCode, faultOf, isAboutAccount } from '../payments/failure-code.ts';
import type { Attention } from './find-attention.ts';

/** Explains to an operator why a settlement needs attention. */
export function whyAttention(attention: Attention): string {
  const { kind, state, captureBefore, nextAttemptAt, lastReason } = attention;
  switch (kind) {
    case 'settlement_open':
      return state === null
        ? 'The auction ended more than 5 minutes ago and is not settled: see whether a worker runs, and whether settlement is held (settlementHolds).'
        : 'A capture was requested and its outcome is not clear; nobody else is asked until it is. See whether the payment provider answers. readPayment asks again now; refuseCapture cancels the hold and asks the next bidder.';
    case 'not_released':
      return nextAttemptAt === null
        ? 'The auction was completed more than an hour ago, the money is still held, and nothing will be tried: look at the payment at the provider.'
        : 'The auction was completed more than an hour ago and the money is still held; releasing it is being tried again.';
    case 'outcome_unknown':
      return 'The payment provider has given no clear answer for more than 15 minutes. See whether it answers, and look up the payment there. readPayment asks again now; releaseHold releases now.';
    case 'settlement_held':
      return 'The provider has captured a payment of this auction, or may still do, and the books do not show it: nobody is charged meanwhile. Look at the payment there (settlementHolds names it). Refund it if it should not have been captured, then use clearSettlementHold, or end the auction with endAuction.';
    case 'captured_outside':
      return 'Somebody has captured this payment at the provider. If its bid is the highest when the auction ends, it wins; otherwise nobody else is asked to pay, and the auction cannot be cancelled. Refund the payment there, or let its bid win with acceptCapture. If the auction is completed, refund it, or close it with closeCapture.';
    case 'captured_in_part':
      return 'Less was captured than the bid; the rest of the hold was released. Settle the difference with the bidder, then close it with closeCapture.';
    case 'captures_stopped':
      return whyStopped(state, captureBefore);
    case 'waits_for_account':
      return whyAccount(attention);
    case 'bids_refused':
      return `The payment provider gave no answer to ${attention.count} bids, which were refused; their payments are looked for, and cancelled if there are any. This ends by itself, up to two hours after the provider answers again. Shown is the oldest.`;
    case 'hold_will_lapse':
      if (nextAttemptAt !== null && lastReason !== null && isAboutAccount(lastReason as FailureCode))
        return `The hold lapses before the auction ends, and the provider refuses to renew it ${forWhom(lastReason)}. It is tried again by itself. ${remedyOf(lastReason)}`;
      return nextAttemptAt === null
        ? 'The hold lapses before the auction ends and is not renewed: the bank refused, or the bid is ranked too low. Settlement falls back to the next bid.'
        : 'The hold lapses within the hour and before the auction ends; its renewal is being tried.';
  }
}

function whyStopped(state: Attention['state'], captureBefore: Date | null): string {
  const isStopped =
    'The captures of this seller are stopped (suspendSeller), and the auction has ended: nobody is charged.';
  const whatToDo = 'resumeSeller lets captures go on; endAuction ends the auction without one.';
  if (state === null) return `${isStopped} No hold is left that could be captured. ${whatToDo}`;
  if (state === 'capturing') {
    return `${isStopped} A capture was requested before, and its outcome is not clear: the payment is read again, and not requested. resumeSeller lets captures go on; refuseCapture cancels the hold.`;
  }
  const until = captureBefore === null ? '' : ` on ${captureBefore.toISOString()}`;
  return `${isStopped} The highest hold lapses${until} and cannot be captured afterwards; the bid after it then comes first. ${whatToDo}`;
}

function whyAccount({ lastReason, captureBefore, nextAttemptAt }: Attention): string {
  const until =
    captureBefore === null ? '' : `, and lapses on ${captureBefore.toISOString()}: then the next bid is asked`;
  const next =
    nextAttemptAt === null ? '' : ` The next request is at ${nextAttemptAt.toISOString()}; readPayment asks now.`;
  return `The provider refuses the capture ${forWhom(lastReason)}. Nobody else is asked: the hold stays${until}. ${remedyOf(lastReason)}${next}`;
}

function forWhom(code: string | null): string {
  return faultOf(code as FailureCode | null) === 'operator'
    ? "as it does not accept the service's key, or the operator's account may not charge"
    : 'as the account that is paid takes no money';
}

function remedyOf(code: string | null): string {
  return faultOf(code as FailureCode | null) === 'operator'
    ? 'Put the key or the account in order (`npm run doctor` names the fault).'
    : "Let the seller put the account in order at the provider (paymentAccount shows what is missing); where sales are paid into the operator's own account, it is that one.";
}
