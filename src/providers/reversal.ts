import type { ReversalKind, ReversalState } from '../db/generated/client.ts';
import type { Unknown } from './observation.ts';

/** A refund, a dispute or a warning of fraud, as the provider has it now. */
export interface Reversal {
  /** The provider's own name for it. */
  readonly reference: string;
  readonly kind: ReversalKind;
  readonly state: ReversalState;
  readonly amountInCents: number;
  readonly madeAt: Date;
}

export type ReversalsAnswer = { readonly outcome: 'found'; readonly reversals: readonly Reversal[] } | Unknown;

/** The states in which a reversal has taken money from what was captured. */
export const takingStates = ['pending', 'succeeded', 'open', 'lost'] as const satisfies readonly ReversalState[];

/** The states in which the money has come back. */
export const returningStates = ['failed', 'won'] as const satisfies readonly ReversalState[];
