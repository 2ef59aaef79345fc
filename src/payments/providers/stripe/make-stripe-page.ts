import { html } from 'hono/html';
import type { StripeWords } from '../../../../locales/words.ts';
import { readCatalogue } from '../../../core/catalogues.ts';
import type { StripeConfig } from '../../../platform/config.ts';
import type { ProviderPage } from '../provider-page.ts';

/** The words of Stripe's side of the bidder's page. Stripe's own form and window use the language of the page. */
export const pageWords = readCatalogue<StripeWords>('stripe');

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
    testCards: () => null,
    cardForm({ minimumInCents, returnUrl, keepsCard, account, language }) {
      const words = pageWords[language];
      // For `stripe.elements(…)`, with the amount. They have to agree with the PaymentIntent that the server creates for the
      // ConfirmationToken, or Stripe refuses the token. Source: https://docs.stripe.com/payments/accept-a-payment-deferred
      const options = {
        mode: 'payment',
        currency: 'usd',
        captureMethod: 'manual',
        ...(keepsCard && { setupFutureUsage: 'off_session' }),
        ...(account !== null && { onBehalfOf: account }),
        allowedPaymentMethodTypes: ['card'],
      };
      return {
        hint: html`${words.straightToStripe}${keepsCard ? ` ${words.keepsCard}` : ''}`,
        fields: [],
        frame: html`<noscript><p class="notice bad">${words.formNeedsScript}</p></noscript>
<div id="card" tabindex="-1"></div>
<p class="fault" id="card-message" role="alert"></p>
<input type="hidden" name="cardToken" value="">`,
        data: {
          'stripe-key': publishableKey,
          'stripe-script': stripeScriptUrl,
          'stripe-return': returnUrl,
          'stripe-options': JSON.stringify(options),
          'stripe-minimum': `${minimumInCents}`,
          'stripe-not-loaded': words.notLoaded,
        },
      };
    },
    /** The card itself went from the browser to Stripe. */
    readCard(form, _, language) {
      const cardToken = form.get('cardToken') ?? '';
      return /^ctoken_\w{1,200}$/.test(cardToken)
        ? { cardToken }
        : { faults: [{ field: 'card', detail: pageWords[language].noCard }], typed: {} };
    },
    /** Stripe's script shows the bank's page in its own frame, then opens the return address. */
    async showChallenge({ secret }, { amount, return: returnLink, language }) {
      const words = pageWords[language];
      const main = html`<main class="narrow">
<div class="card" id="stripe-challenge" data-stripe-key="${publishableKey}" data-stripe-script="${stripeScriptUrl}" data-stripe-not-loaded="${words.notLoaded}" data-client-secret="${secret}" data-return="${returnLink}">
<h1>${words.bankAsks}</h1>
<p>${words.needsConfirmation({ amount: html`<b class="money">${amount}</b>` })}</p>
<noscript><p class="notice bad">${words.windowNeedsScript}</p></noscript>
<p class="fault" id="card-message" role="alert"></p>
<p><a class="button secondary" href="${returnLink}">${words.confirmed}</a></p>
</div>
</main>`;
      return { title: words.confirmWithBank, main, playsBank: false };
    },
    /** Stripe itself receives the answer. */
    answerChallenge: async () => false,
  };
}

/** The release of Stripe.js that goes with the API version which the `stripe` package is pinned to. */
export const stripeScriptUrl = 'https://js.stripe.com/endive/stripe.js';
