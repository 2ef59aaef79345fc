import { ReversalKind, ReversalState } from '../../platform/db/generated/enums.ts';
import { refusedConnections } from '../http/listen.ts';
import type { SendResult } from '../../auctions/mail/claim-messages.ts';
import {
  messagesSent,
  paymentReversals,
  paymentsNotOpened,
  paymentSurprises,
  providerEvents,
} from '../../platform/metrics/metrics.ts';
import type { EventRefusal } from '../../payments/providers/provider-event.ts';
import { providerNames } from '../../payments/providers/provider-name.ts';

/** The names of a table that the type checker keeps complete. */
const namesOf = <Name extends string>(table: Readonly<Record<Name, true>>) => Object.keys(table) as Name[];

const sendings = namesOf<SendResult['outcome']>({ sent: true, refused: true, sender_refused: true, unknown: true });
const eventResults = namesOf<EventRefusal | 'taken'>({
  taken: true,
  unsigned: true,
  wrong_secret: true,
  too_old: true,
  malformed: true,
});

/**
 * Begins the counters that alerts watch at 0. Prometheus sees no increase in a series whose first value is above 0, so that the first dispute
 * would ring nothing, and the first message after an outage would not end its alert.
 */
export function beginCounters(): void {
  for (const result of sendings) messagesSent.inc({ result }, 0);
  for (const limit of ['address', 'process'] as const) refusedConnections.inc({ limit }, 0);
  for (const provider of providerNames) {
    paymentsNotOpened.inc({ provider }, 0);
    for (const result of eventResults) providerEvents.inc({ provider, result }, 0);
  }
  for (const change of ['captured', 'released', 'held'] as const) paymentSurprises.inc({ change }, 0);
  for (const kind of Object.values(ReversalKind)) {
    for (const state of Object.values(ReversalState)) paymentReversals.inc({ kind, state }, 0);
  }
}
