import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { countFor } from '../support/depth.ts';
import { nextStripeStage, setStripeStage } from '../providers/stripe-stage.ts';

const first = await setStripeStage();
const { standIn } = first;
afterAll(() => first[Symbol.asyncDispose]());

type Change =
  | { readonly do: 'refund'; readonly share: number; readonly status: 'succeeded' | 'pending' }
  | { readonly do: 'decide refund'; readonly which: number; readonly status: 'succeeded' | 'failed' }
  | { readonly do: 'dispute'; readonly amount: number; readonly status: 'needs_response' | 'warning_needs_response' }
  | { readonly do: 'decide dispute'; readonly which: number; readonly status: 'won' | 'lost' };

const share = fc.constantFrom(0.1, 0.375, 0.5, 1);
const which = fc.nat(3);
const changes = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('refund' as const), share, status: fc.constantFrom('succeeded', 'pending') }),
    fc.record({ do: fc.constant('decide refund' as const), which, status: fc.constantFrom('succeeded', 'failed') }),
    fc.record({
      do: fc.constant('dispute' as const),
      amount: fc.constantFrom(1, 750, 2_000, 2_050),
      status: fc.constantFrom('needs_response', 'warning_needs_response'),
    }),
    fc.record({ do: fc.constant('decide dispute' as const), which, status: fc.constantFrom('won', 'lost') }),
  ) as fc.Arbitrary<Change>,
  { minLength: 1, maxLength: 6 },
);
const captured = fc.constantFrom(1, 750, 1_000, 1_700, 2_000);

const openDisputes = new Set(['needs_response', 'lost']);

test(
  'the sums of a payment are those of its provider, after any partial capture, refunds and disputes',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(captured, fc.boolean(), fc.boolean(), changes, async (amount, isRefund, isLate, steps) => {
        const stage = await nextStripeStage(first);
        const low = await stage.bid(2_000);
        const high = await stage.bid(3_000);
        standIn.captureOutside(low.intentId, amount, { isRefund });
        const hear = async () => {
          expect(await stage.tellCaptured(low.intentId)).toBe(200);
          expect(await stage.tell('charge.refunded', standIn.charge(low.intentId))).toBe(200);
        };
        if (!isLate) await hear();
        const refunds: { id: string; amount: number; status: string }[] = [];
        const disputes: { id: string; amount: number; status: string }[] = [];
        const count = (of: typeof refunds, states: ReadonlySet<string>) =>
          of.filter(({ status }) => states.has(status)).reduce((sum, each) => sum + each.amount, 0);
        const refunded = () => count(refunds, new Set(['pending', 'succeeded']));
        for (const step of steps) {
          if (step.do === 'refund') {
            const asked = Math.ceil((amount - refunded()) * step.share);
            if (asked >= 1) refunds.push({ ...pick(standIn.refundOutside(low.intentId, asked, step.status)) });
          } else if (step.do === 'decide refund') {
            const refund = refunds.filter(({ status }) => status === 'pending')[step.which];
            if (refund !== undefined) Object.assign(refund, pick(standIn.decideRefund(refund.id, step.status)));
          } else if (step.do === 'dispute') {
            disputes.push(pick(standIn.dispute(low.intentId, step.status, undefined, step.amount)));
          } else {
            const dispute = disputes.filter(({ status }) => status === 'needs_response')[step.which];
            if (dispute !== undefined)
              Object.assign(dispute, pick(standIn.dispute(low.intentId, step.status, dispute.id)));
          }
          if (!isLate) expect(await stage.tell('charge.refunded', standIn.charge(low.intentId))).toBe(200);
        }
        if (isLate) await hear();
        // What the provider's own charge says.
        const charge = standIn.charge(low.intentId);
        const disputed = count(disputes, openDisputes);
        expect(charge.amount_refunded - (isRefund ? charge.amount - charge.amount_captured : 0)).toBe(refunded());
        expect((await stage.result()).payment).toMatchObject({
          capturedInCents: charge.amount_captured,
          refundedInCents: refunded(),
          disputedInCents: disputed,
          netInCents: charge.amount_captured - refunded() - disputed,
        });
        // Nobody else is charged unless the bidder has all of it back.
        await stage.end();
        await stage.work();
        const isGivenBack = count(refunds, new Set(['succeeded'])) + count(disputes, new Set(['lost'])) >= amount;
        expect(stage.captured()).toEqual(isGivenBack ? [low.intentId, high.intentId] : [low.intentId]);
      }),
      { numRuns: countFor({ usually: 6, full: 25 }) },
    );
  },
);

function pick({ id, amount, status }: { id: string; amount: number; status: string | null }) {
  return { id, amount, status: status ?? 'pending' };
}
