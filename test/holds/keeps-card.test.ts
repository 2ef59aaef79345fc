import { expect, test } from 'vitest';
import { keepsCard } from '../../src/payments/holds/kept-card.ts';
import { makeStripePage } from '../../src/payments/providers/stripe/make-stripe-page.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();

test('a card is kept where the auction can outlive the shortest hold, less the day of margin', async () => {
  const { rows } = await service.db.query<{ keeps: boolean }>(
    `select ${keepsCard} as keeps from unnest(array['3 days', '3 days 1 second']::interval[]) lasts,
       lateral (select now() as bidding_period_starts_at, now() + lasts as bidding_period_ends_at,
         null::timestamptz as scheduled_ends_at, null::int as soft_close_maximum_seconds) auctions`,
  );
  expect(rows.map(({ keeps }) => keeps)).toEqual([false, true]);
});

test("the page gives Stripe's form the use that the payment has, and says that the card is kept", () => {
  const page = makeStripePage({ publishableKey: 'pk_test_1' });
  const formOf = (keeps: boolean) =>
    page.cardForm({
      minimumInCents: 50,
      returnUrl: 'http://localhost/',
      language: 'en',
      keepsCard: keeps,
      account: null,
    });
  const usage = (keeps: boolean) => JSON.parse(formOf(keeps).data['stripe-options']!).setupFutureUsage;
  expect([usage(false), usage(true)]).toEqual([undefined, 'off_session']);
  expect(JSON.stringify(formOf(true))).toContain('Stripe keeps the card');
  expect(JSON.stringify(formOf(false))).not.toContain('keeps the card');
});

test("the page gives Stripe's form the account that the payment is made for", () => {
  const page = makeStripePage({ publishableKey: 'pk_test_1' });
  const optionsOf = (account: string | null) =>
    JSON.parse(
      page.cardForm({ minimumInCents: 50, returnUrl: 'http://localhost/', language: 'en', keepsCard: false, account })
        .data['stripe-options']!,
    );
  expect(optionsOf('acct_1')).toMatchObject({ onBehalfOf: 'acct_1' });
  expect(optionsOf(null)).not.toHaveProperty('onBehalfOf');
});
