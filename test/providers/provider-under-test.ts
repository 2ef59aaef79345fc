import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase } from '../support/database.ts';
import type { Gateway } from '../../src/payments/providers/gateway.ts';
import type { Challenge } from '../../src/payments/providers/observation.ts';
import type { ProviderName } from '../../src/payments/providers/provider-name.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { type Fault, type Operation, makeFaultySimulated } from './faulty-simulated.ts';
import { gatewayOfStandIn } from './stripe-gateway.ts';
import { type StandInCard, startStripeStandIn } from './stripe-stand-in.ts';

/** What can go wrong on the way to either provider. */
type SharedFault = Exclude<Fault, 'error_kept' | 'request_late' | 'request_twice' | 'not_known'>;

/** A provider with its other side: what only the provider, the bank and the network can do. */
export interface ProviderUnderTest extends AsyncDisposable {
  readonly gateway: Gateway;
  token(card: StandInCard): string;
  answerChallenge(challenge: Challenge, verdict: 'pass' | 'fail'): Promise<void>;
  /** The hold lapses, as it does at its `captureBefore`. */
  lapse(reference: string): Promise<void>;
  /** The movements of money that the provider made for a payment, oldest first. */
  effects(reference: string): Promise<readonly string[]>;
  /** Spoils the next call of this kind. */
  spoil(operation: Operation, fault: SharedFault): void;
}

export const providers: Record<ProviderName, () => Promise<ProviderUnderTest>> = {
  simulated: startSimulated,
  stripe: startStripe,
};

async function startSimulated(): Promise<ProviderUnderTest> {
  const database = await freshDatabase();
  const { db } = database;
  const faults: { operation: Operation; fault: SharedFault }[] = [];
  const gateway = makeFaultySimulated(
    { db },
    {
      // Faults break the connection at once: a busy machine must not meet a deadline.
      deadlineMs: 60_000,
      lockWaitMs: 60_000,
      weather: (operation) => {
        const index = faults.findIndex((fault) => fault.operation === operation);
        return index === -1 ? null : faults.splice(index, 1)[0]!.fault;
      },
    },
  );
  return {
    gateway,
    token: (card) => `simulated_card_${card}`,
    answerChallenge: async (challenge, verdict) => {
      if (challenge.provider !== 'simulated') throw new Error('Not a challenge of the simulated provider.');
      await answerChallenge({ db }, challenge.secret, verdict);
    },
    lapse: async (reference) => {
      await db.query(
        `update simulated_payments set capture_before = clock_timestamp() + interval '20 ms' where reference = $1`,
        [reference],
      );
      await sleep(40);
    },
    effects: async (reference) => {
      const { rows } = await db.query<{ effect: string }>(
        'select effect from simulated_ledger where reference = $1 order by entry_id',
        [reference],
      );
      return rows.map(({ effect }) => effect);
    },
    spoil: (operation, fault) => void faults.push({ operation, fault }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

async function startStripe(): Promise<ProviderUnderTest> {
  const standIn = await startStripeStandIn();
  const routes: Record<Operation, RegExp> = {
    open: /^POST \/v1\/payment_intents$/,
    hold: /^POST \/v1\/payment_intents$/,
    renew: /^POST \/v1\/payment_intents$/,
    capture: /capture$/,
    release: /cancel$/,
    refund: /^POST \/v1\/refunds$/,
    read: /^GET/,
  };
  return {
    gateway: gatewayOfStandIn(standIn),
    token: (card) => standIn.token(card),
    answerChallenge: async (challenge, verdict) => {
      if (challenge.provider !== 'stripe') throw new Error('Not a challenge of Stripe.');
      standIn.answerChallenge(challenge.secret, verdict);
    },
    lapse: async (reference) => standIn.lapse(reference),
    effects: async (reference) => standIn.effects(reference),
    spoil: (operation, fault) => standIn.spoil(routes[operation], fault),
    [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose](),
  };
}
