import { html } from 'hono/html';
import type { SimulatedWords } from '../../../../locales/words.ts';
import { readCatalogue } from '../../../core/catalogues.ts';
import type { Connection } from '../../../platform/db/database.ts';
import type { Language } from '../../../core/languages.ts';
import type { ProviderPage, TestCards } from '../provider-page.ts';
import { cardFields, cardOfToken, tokenizeCard } from './card-token.ts';
import { answerChallenge, findChallenge } from './challenges.ts';
import { testCards } from './test-cards.ts';

/** The words of the simulated provider on the bidder's page. */
export const pageWords = readCatalogue<SimulatedWords>('simulated');

/** The list of the test cards in the words of each language: the page draws a list once. */
const listsOfCards = new WeakMap<object, TestCards>();

function listOfCards(language: Language): TestCards {
  const words = pageWords[language];
  const known = listsOfCards.get(words);
  if (known !== undefined) return known;
  const { anyExpiry, cards } = words;
  const list = { hint: anyExpiry, cards: testCards.map(({ name, number }) => ({ number, does: cards[name] })) };
  listsOfCards.set(words, list);
  return list;
}

/**
 * Makes the simulated provider's side of the page: test cards are typed into the form itself, and the page plays the
 * bank.
 */
export function makeSimulatedPage({ db }: { db: Connection }): ProviderPage {
  return {
    script: { name: 'simulated.js', file: new URL('browser/simulated.js', import.meta.url) },
    sources: null,
    testCards: listOfCards,
    cardForm({ language }) {
      const { hint, allTestCards, fields } = pageWords[language];
      return {
        hint: html`${hint({ number: html`<span class="money" dir="ltr">4242 4242 4242 4242</span>` })} <a href="#test-cards">${allTestCards}</a>`,
        fields: cardFields.map((field) => ({ ...field, label: fields[field.name] })),
        frame: null,
        data: {},
      };
    },
    readCard(form, now, language) {
      const cardToken = form.get('cardToken') ?? '';
      if (cardOfToken(cardToken) !== undefined) return { cardToken };
      return tokenizeCard(form, now, pageWords[language].faults);
    },
    async showChallenge({ secret }, { amount, answer, language }) {
      const pending = await findChallenge({ db }, secret);
      if (pending === null) return null;
      const words = pageWords[language].bank;
      const main = html`<main class="narrow">
<div class="card bank">
<p><span class="pill warn">${words.title}</span></p>
<h1>${words.heading}</h1>
<p>${words.detail}</p>
<dl class="figures">
<div class="lead"><dt>${words.toBeHeld}</dt><dd class="big money">${amount}</dd></div>
<div class="lead"><dt>${words.card}</dt><dd>${words.ending({ brand: html`<span class="brand">${pending.brand}</span>`, last4: pending.last4 })}</dd></div>
</dl>
<form method="post" action="${answer}">
<button type="submit" class="button" name="verdict" value="pass" data-busy="${words.confirming}">${words.confirm}</button>
<button type="submit" class="button secondary" name="verdict" value="fail" data-busy="${words.refusing}">${words.refuse}</button>
</form>
</div>
</main>`;
      return { title: words.title, main, playsBank: true };
    },
    async answerChallenge(challenge, form) {
      const verdict = form.get('verdict');
      if (verdict !== 'pass' && verdict !== 'fail') return false;
      if (challenge !== null) await answerChallenge({ db }, challenge.secret, verdict);
      return true;
    },
  };
}
