import { html } from 'hono/html';
import type { Connection } from '../../db/database.ts';
import type { ProviderPage } from '../provider-page.ts';
import { type CardForm, cardFields, cardOfToken, keepTyped, tokenizeCard } from './card-token.ts';
import { answerChallenge, findChallenge } from './challenges.ts';
import { testCards } from './test-cards.ts';

/**
 * Makes the simulated provider's side of the page: test cards are typed into the form itself, and the page plays the
 * bank.
 */
export function makeSimulatedPage({ db }: { db: Connection }): ProviderPage {
  return {
    script: null,
    sources: null,
    testCards: { hint: 'Any expiry in the future, any security code of the right length.', cards: testCards },
    cardForm: () => ({
      hint: html`A test card, such as <span class="money">4242 4242 4242 4242</span>. <a href="#test-cards">All test cards</a>`,
      fields: cardFields,
      frame: null,
      data: {},
    }),
    readCard(form, now) {
      const cardToken = form.get('cardToken') ?? '';
      if (cardOfToken(cardToken) !== undefined) return { cardToken };
      const field = (name: keyof CardForm) => form.get(name) ?? '';
      const card = { cardNumber: field('cardNumber'), cardExpiry: field('cardExpiry'), cardCvc: field('cardCvc') };
      const read = tokenizeCard(card, now);
      return 'faults' in read ? { ...read, typed: keepTyped(card) } : read;
    },
    async showChallenge({ secret }, { amount, answer }) {
      const pending = await findChallenge({ db }, secret);
      if (pending === null) return null;
      const main = html`<main class="narrow">
<div class="card bank">
<p><span class="pill warn">Simulated bank</span></p>
<h1>Confirm the hold</h1>
<p>This page plays the part of your bank, so that you can try a card that asks for confirmation (3-D Secure). No real bank is involved.</p>
<dl class="figures">
<div class="lead"><dt>To be held</dt><dd class="big money">${amount}</dd></div>
<div class="lead"><dt>Card</dt><dd><span class="brand">${pending.brand}</span> ending in ${pending.last4}</dd></div>
</dl>
<form method="post" action="${answer}">
<button type="submit" class="button" name="verdict" value="pass" data-busy="Confirming …">Confirm</button>
<button type="submit" class="button secondary" name="verdict" value="fail" data-busy="Refusing …">Refuse</button>
</form>
</div>
</main>`;
      return { title: 'Simulated bank', main, playsBank: true };
    },
    async answerChallenge(challenge, form) {
      const verdict = form.get('verdict');
      if (verdict !== 'pass' && verdict !== 'fail') return false;
      if (challenge !== null) await answerChallenge({ db }, challenge.secret, verdict);
      return true;
    },
  };
}
