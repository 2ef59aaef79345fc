import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type {
  AuthorizeAnswer,
  CaptureAnswer,
  Gateway,
  OpenAnswer,
  ReadAnswer,
  ReleaseAnswer,
  RenewAnswer,
} from '../gateway.ts';
import { asAuthorizeAnswer } from '../narrow-answer.ts';
import { cardOfToken } from './card-token.ts';
import { decideAuthorize, decideCapture, decideLapse, decideRelease, decideRenew } from './decide.ts';
import { openPayment } from './open-payment.ts';
import { perform } from './perform.ts';
import { testCardNamed } from './test-cards.ts';
import { type Weather, type Wire, sendOver } from './wire.ts';

/**
 * A payment provider that moves no money, for test sellers and for trying the service out. It behaves as a remote one:
 * it keeps books of its own, commits on its own, remembers idempotency keys, and its answers can be lost.
 *
 * @param options.weather what happens to calls on their way; fair unless a test says otherwise
 */
export function makeSimulatedGateway(
  { db }: { db: Pick<Database, 'pool'> },
  { deadlineMs, weather = () => null }: { deadlineMs: number; weather?: Weather },
): Gateway {
  const { pool } = db;
  const wire: Wire = { deadlineMs, weather };
  const minimumInCents = 1;
  const maximumInCents = 99_999_999;

  const read = ({ reference }: { reference: string }) =>
    sendOver<ReadAnswer>(wire, 'read', () =>
      perform(pool, { reference, request: {}, idempotencyKey: null }, decideLapse),
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
      return await sendOver<OpenAnswer>(wire, 'open', () => openPayment(pool, request));
    },
    authorize: ({ idempotencyKey, ...request }) =>
      sendOver<AuthorizeAnswer>(wire, 'authorize', () =>
        perform(
          pool,
          { reference: request.reference, request: { authorize: request }, idempotencyKey },
          (payment, now) =>
            decideAuthorize(payment, { card: cardOfToken(request.cardToken), challengeId: randomUUID(), now }),
        ),
      ),
    renew: ({ idempotencyKey, reference }) =>
      sendOver<RenewAnswer>(wire, 'renew', async () => {
        const card = testCardNamed(await cardOfRenewed(reference));
        return await perform(pool, { reference, request: { renew: reference }, idempotencyKey }, (payment, now) =>
          decideRenew(payment, { card, now }),
        );
      }),
    capture: ({ idempotencyKey, reference }) =>
      sendOver<CaptureAnswer>(wire, 'capture', () =>
        perform(pool, { reference, request: { capture: reference }, idempotencyKey }, decideCapture),
      ),
    release: ({ idempotencyKey, reference }) =>
      sendOver<ReleaseAnswer>(wire, 'release', () =>
        perform(pool, { reference, request: { release: reference }, idempotencyKey }, decideRelease),
      ),
  };

  async function cardOfRenewed(reference: string): Promise<string | null> {
    const { rows } = await pool.query<{ card: string | null }>(
      `select old.card from simulated_payments p join simulated_payments old on old.reference = p.renews where p.reference = $1`,
      [reference],
    );
    return rows[0]?.card ?? null;
  }
}
