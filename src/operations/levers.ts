import { html } from 'hono/html';
import { resumeSeller } from '../settlement/admin/administer-sellers.ts';
import { clearSettlementHold } from '../settlement/admin/clear-settlement-hold.ts';
import { readPaymentAccount } from '../settlement/admin/connect-payment-account.ts';
import { endAuction } from '../settlement/admin/end-auction.ts';
import {
  acceptCapture,
  closeCapture,
  readPayment,
  refuseCapture,
  releaseHold,
} from '../settlement/admin/payment-levers.ts';
import { about } from '../core/followed-ids.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../payments/deps.ts';
import type { Html } from './admin-layout.ts';

type LeverId = 'auctionId' | 'authorizationId' | 'sellerId' | 'holdId';

interface Lever {
  /** The operator's action, as the words of a button. */
  readonly label: string;
  /** The id that the action is about. */
  readonly id: LeverId;
  /** True: the audit log keeps no reason of this action. */
  readonly isWithoutReason?: true;
  pull(deps: Deps, viewer: Viewer, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** The actions that stand beside a row of `/admin`, by the name of their operation in GraphQL. */
const levers = {
  endAuction: { label: 'End the auction without a capture', id: 'auctionId', pull: endAuction },
  readPayment: { label: 'Read the payment at its provider', id: 'authorizationId', pull: readPayment },
  refuseCapture: { label: 'Treat the capture as refused', id: 'authorizationId', pull: refuseCapture },
  releaseHold: { label: 'Release the hold now', id: 'authorizationId', pull: releaseHold },
  acceptCapture: { label: 'Let this bid win', id: 'authorizationId', pull: acceptCapture },
  closeCapture: { label: 'Close the payment', id: 'authorizationId', pull: closeCapture },
  clearSettlementHold: { label: 'Let settlement go on', id: 'holdId', pull: clearSettlementHold },
  resumeSeller: {
    label: 'Resume the seller',
    id: 'sellerId',
    isWithoutReason: true,
    pull: (deps, viewer, { sellerId }) => resumeSeller(deps, viewer, String(sellerId)),
  },
  readPaymentAccount: {
    label: 'Read the seller’s account at the provider',
    id: 'sellerId',
    isWithoutReason: true,
    pull: (deps, viewer, { sellerId }) => readPaymentAccount(deps, viewer, String(sellerId)),
  },
} satisfies Readonly<Record<string, Lever>>;

export type LeverName = keyof typeof levers;

/**
 * Makes the form of an action beside the row that needs it. It is closed at first; the operator types the reason and confirms.
 *
 * @param ids the ids of the row
 * @returns nothing if the row has no id for the action
 */
export function leverForm(
  base: string,
  name: LeverName,
  ids: Readonly<Partial<Record<LeverId, string | null>>>,
): Html | '' {
  const { label, id: idName, isWithoutReason }: Lever = levers[name];
  const id = ids[idName] ?? null;
  if (id === null) return '';
  const field = `reason-${name}-${id}`;
  return html`<details class="lever"><summary>${label}</summary>
<form method="post" action="${base}/admin/levers">
<input type="hidden" name="lever" value="${name}">
<input type="hidden" name="id" value="${id}">
${
  isWithoutReason === true
    ? ''
    : html`<label for="${field}">Reason, for the audit log</label>
<input id="${field}" name="reason" required minlength="3" maxlength="500" autocomplete="off">`
}
<label class="confirm"><input type="checkbox" name="confirm" value="yes" required> I mean it: this cannot be undone</label>
<button class="button">${label}</button>
</form></details>`;
}

/**
 * Carries out an action that an operator has confirmed on the page.
 *
 * @returns what was done, in the words of its button; `null`: the form names no action, or is not confirmed
 * @throws Refusal as the action does
 */
export async function pullLever(
  deps: Deps,
  viewer: Viewer,
  { lever: name, id, reason, confirm }: Readonly<Partial<Record<'lever' | 'id' | 'reason' | 'confirm', string>>>,
): Promise<string | null> {
  if (name === undefined || !Object.hasOwn(levers, name) || id === undefined || confirm !== 'yes') return null;
  const lever: Lever = levers[name as LeverName];
  await about({}, () => lever.pull(deps, viewer, { [lever.id]: id, reason: reason ?? '', confirm: true }));
  return lever.label;
}
