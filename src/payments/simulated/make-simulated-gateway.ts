import { randomUUID } from 'node:crypto';
import type { Connection } from '../../db/database.ts';
import type {
  AuthorizeAnswer,
  CaptureAnswer,
  FindAnswer,
  HoldsInTwoCalls,
  OpenAnswer,
  PaymentCalls,
  ReadAnswer,
  ReleaseAnswer,
  RenewAnswer,
} from '../gateway.ts';
import type { ListAnswer } from '../listed-payment.ts';
import { asAuthorizeAnswer } from '../narrow-answer.ts';
import type { ReversalsAnswer } from '../reversal.ts';
import { cardOfToken } from './card-token.ts';
import { decideAuthorize, decideCapture, decideLapse, decideRelease, decideRenew } from './decide.ts';
import { erasePayer } from './erase-payer.ts';
import { findPayment } from './find-payment.ts';
import { findSimulatedReversals } from './find-simulated-reversals.ts';
import { listSimulatedPayments } from './list-payments.ts';
import { openPayment } from './open-payment.ts';
import { perform } from './perform.ts';
import { testCardNamed } from './test-cards.ts';
import { type Weather, type Wire, sendOver } from './wire.ts';

/**
 * Makes a payment provider that moves no money, for test sellers and for trials of the service. It behaves like a
 * remote one: it keeps its own books, commits by itself, stores idempotency keys, and its answers can be lost.
 *
 * @param options.weather the fault of each call; none unless a test passes one
 * @param options.late receives the requests that arrive late; by default there are none
 */
export function makeSimulatedGateway(
  { db }: { db: Connection },
  {
    deadlineMs,
    weather = () => null,
    late = () => undefined,
  }: { deadlineMs: number; weather?: Weather; late?: Wire['late'] },
): PaymentCalls & HoldsInTwoCalls {
  const wire: Wire = { deadlineMs, weather, late };
  const minimumInCents = 1;
  const maximumInCents = 99_999_999;

  const read = ({ reference }: { reference: string }) =>
    sendOver<ReadAnswer>(wire, 'read', () =>
      perform(db, { reference, request: {}, idempotencyKey: null }, decideLapse),
    );

  return {
    name: 'simulated',
    minimumInCents,
    maximumInCents,
    read,
    confirm: async (payment) => asAuthorizeAnswer(await read(payment)),
    open: async (request) => {
      const { amountInCents } = request;
      if (amountInCents < minimumInCents || amountInCents > maximumInCents)
        return { outcome: 'refused', code: 'amount_out_of_bounds' };
      return await sendOver<OpenAnswer>(wire, 'open', () => openPayment(db, request));
    },
    list: (page) => sendOver<ListAnswer>(wire, 'read', () => listSimulatedPayments(db, page)),
    erasePayer: (request) => erasePayer(db, request),
    findReversals: ({ reference }) =>
      sendOver<ReversalsAnswer>(wire, 'read', () => findSimulatedReversals(db, reference)),
    find: ({ authorizationId }) => sendOver<FindAnswer>(wire, 'read', () => findPayment(db, authorizationId)),
    authorize: ({ idempotencyKey, ...request }) =>
      sendOver<AuthorizeAnswer>(wire, 'authorize', () =>
        perform(db, { reference: request.reference, request: { authorize: request }, idempotencyKey }, (payment, now) =>
          decideAuthorize(payment, { card: cardOfToken(request.cardToken), challengeId: randomUUID(), now }),
        ),
      ),
    renew: ({ idempotencyKey, reference }) =>
      sendOver<RenewAnswer>(wire, 'renew', async () => {
        const card = testCardNamed(await cardOfRenewed(reference));
        return await perform(db, { reference, request: { renew: reference }, idempotencyKey }, (payment, now) =>
          decideRenew(payment, { card, now }),
        );
      }),
    capture: ({ idempotencyKey, reference }) =>
      sendOver<CaptureAnswer>(wire, 'capture', () =>
        perform(db, { reference, request: { capture: reference }, idempotencyKey }, decideCapture),
      ),
    release: ({ idempotencyKey, reference }) =>
      sendOver<ReleaseAnswer>(wire, 'release', () =>
        perform(db, { reference, request: { release: reference }, idempotencyKey }, decideRelease),
      ),
  };

  async function cardOfRenewed(reference: string): Promise<string | null> {
    const { rows } = await db.query<{ card: string | null }>(
      `select old.card from simulated_payments p join simulated_payments old on old.reference = p.renews where p.reference = $1`,
      [reference],
    );
    return rows[0]?.card ?? null;
  }
}
