import { html } from 'hono/html';
import type { StripeConfig } from '../../config.ts';
import type { ProviderPage } from '../provider-page.ts';
import { paymentElementOptions, stripeScriptUrl } from './payment-element-options.ts';

const keepingWords =
  'This auction may last longer than a bank holds money, so Stripe keeps the card: the hold can then be renewed until the auction has ended, and for nothing else.';

/**
 * Makes Stripe's side of the page. Stripe draws its own card form in a frame, so that no card number ever reaches
 * this service.
 */
export function makeStripePage({ publishableKey }: Pick<StripeConfig, 'publishableKey'>): ProviderPage {
  return {
    script: { name: 'stripe.js', file: new URL('browser/stripe.js', import.meta.url) },
    // Source: https://docs.stripe.com/security/guide#content-security-policy
    sources: {
      script: 'https://js.stripe.com https://*.js.stripe.com',
      frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      connect: 'https://api.stripe.com',
    },
    testCards: null,
    cardForm({ minimumInCents, returnUrl, keepsCard }) {
      const { amount: _, ...options } = paymentElementOptions({ amountInCents: minimumInCents, keepsCard });
      return {
        hint: html`Your card goes straight to Stripe, our payment provider: its number never reaches us.${keepsCard ? ` ${keepingWords}` : ''}`,
        fields: [],
        frame: html`<noscript><p class="notice bad">The card form comes from Stripe, our payment provider, and needs JavaScript. Allow JavaScript to bid.</p></noscript>
<div id="card" tabindex="-1"></div>
<p class="fault" id="card-message" role="alert"></p>
<input type="hidden" name="cardToken" value="">`,
        data: {
          'stripe-key': publishableKey,
          'stripe-script': stripeScriptUrl,
          'stripe-return': returnUrl,
          'stripe-options': JSON.stringify(options),
          'stripe-minimum': `${minimumInCents}`,
        },
      };
    },
    /** The card itself went from the browser to Stripe. */
    readCard(form) {
      const cardToken = form.get('cardToken') ?? '';
      return /^ctoken_\w{1,200}$/.test(cardToken)
        ? { cardToken }
        : { faults: [{ field: 'card', detail: 'Enter your card.' }], typed: {} };
    },
    /** Stripe's script shows the bank's page in its own frame, then opens the return address. */
    async showChallenge({ secret }, { amount, return: returnLink }) {
      const main = html`<main class="narrow">
<div class="card" id="stripe-challenge" data-stripe-key="${publishableKey}" data-stripe-script="${stripeScriptUrl}" data-client-secret="${secret}" data-return="${returnLink}">
<h1>Your bank wants you to confirm</h1>
<p>The hold of <b class="money">${amount}</b> needs your confirmation. Your bank's window opens by itself.</p>
<noscript><p class="notice bad">The window comes from Stripe, our payment provider, and needs JavaScript. Allow JavaScript and reload this page.</p></noscript>
<p class="fault" id="card-message" role="alert"></p>
<p><a class="button secondary" href="${returnLink}">I have confirmed</a></p>
</div>
</main>`;
      return { title: 'Confirm with your bank', main, playsBank: false };
    },
    /** Stripe itself receives the answer. */
    answerChallenge: async () => false,
  };
}
