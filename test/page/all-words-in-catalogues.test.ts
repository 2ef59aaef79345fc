import { afterAll, expect, test } from 'vitest';
import { makeStripePage } from '../../src/payments/providers/stripe/make-stripe-page.ts';
import { everyState } from '../e2e/every-state.ts';
import { sharedService } from '../support/service.ts';
import { hiddenFields } from './bidder.ts';
import { bracketSpanish, outsideOfBrackets } from './pseudo.ts';

const service = await sharedService();
const states = await everyState(service);
const unbracket = bracketSpanish();
afterAll(() => unbracket());

// Written by sellers and bidders, or the same in every language.
const notOurs: readonly RegExp[] = [
  /Seller [\da-f-]{36}|Antiquitäten Huber|Dorotheum &amp; Söhne(?:, Versand)?/g,
  /A walnut desk|A walnut writing desk, Vienna, around 1905/g,
  /English|Deutsch|Español|العربية/g,
  /A walnut writing desk with .*$/gm,
  /^ *(?:A|walnut writing desk|with its original brass fittings,.*|Three drawers, two keys|A small scratch on the left side) *$/gm,
  /140 × 75 × 78 cm|The desk from the front|A drawer/g,
  /^(?:desk@huber\.test|shop|Collection within 14 days, or shipping at cost\.|Dorotheergasse 17|1010 Vienna)[, ]*$/gm,
  /We write to you within a day\. Bring the reference when you collect the desk\./g,
  /Ada Byron|12 St James&#39;s Square|London SW1Y 4LB/g,
  /customer-42|ada@example\.com/g,
  /width=device-width, initial-scale=1, interactive-widget=resizes-content|hace \d+ \S+|\d+ (?:días?|h|min|s)\b|light dark|noindex|website|summary_large_image|image\/webp|https?:\S+/g,
  /[\d.,]+\s*US\$/g,
  /[\da-f]{8}-[\da-f-]{27}/g,
  /visa/g,
  /&quot;\w+&quot;:|&quot;es&quot;/g,
];

const lettersOutside = (page: string) =>
  notOurs
    .reduce<string>((text, known) => text.replaceAll(known, ''), outsideOfBrackets(page))
    .split('\n')
    .map((line) => line.replaceAll(/&\w+;/g, ' ').trim())
    .filter((line) => /\p{L}/u.test(line));

test.each(states)('$name: no text of the page is outside of the catalogue', async ({ path, browserId, send }) => {
  const headers = { 'accept-language': 'es', cookie: `__Host-browser=${browserId ?? crypto.randomUUID()}` };
  const opened = await service.request(path, { headers });
  expect(opened.status).not.toBe(500);
  expect(opened.text).toContain('⟦');
  expect(lettersOutside(opened.text)).toEqual([]);
  if (send === undefined) return;
  const { text } = await service.request(`${path}/bids`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...hiddenFields(opened.text),
      amount: send.amount,
      email: 'ada@example.com',
      ...(send.cardNumber === '' ? {} : { cardNumber: send.cardNumber, cardExpiry: '12/40', cardCvc: '123' }),
    }).toString(),
  });
  expect(text).toContain('⟦');
  expect(lettersOutside(text)).toEqual([]);
});

test("nor any of Stripe's side", async () => {
  const page = makeStripePage({ publishableKey: 'pk_test_1' });
  const { hint, frame, data } = page.cardForm({
    minimumInCents: 50,
    returnUrl: '/',
    keepsCard: true,
    account: null,
    language: 'es',
  });
  const challenge = await page.showChallenge(
    { provider: 'stripe', secret: 'pi_1_secret_2' },
    { amount: '$1', answer: '/a', return: '/r', language: 'es' },
  );
  const all = [hint, frame, data['stripe-not-loaded'], challenge!.main, challenge!.title].map(String).join('\n');
  expect(all.match(/⟦/g)!.length).toBeGreaterThan(8);
  expect(lettersOutside(all)).toEqual([]);
});
