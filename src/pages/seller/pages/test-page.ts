import { html } from 'hono/html';
import { testCardTable } from '../../auction/views/test-card-table.ts';
import type { Html } from '../../auction/views/layout.ts';
import type { TestCards } from '../../../payments/providers/provider-page.ts';
import { mutationForm } from '../mutation-form.ts';
import type { TestModeQuery } from '../generated/answers.ts';
import type { Given, SellerPage, Visit } from '../seller-page.ts';
import { formOf } from '../views/form-of.ts';

/** The seconds that a test seller lets pass at once. */
const steps = [120, 3_600, 86_400, 604_800] as const;

/** Shows a test seller its clock, its test cards, and the way back to its first day. */
export const testPage: SellerPage<Given<TestModeQuery, 'clock' | 'sellerProfile'>> = {
  route: '/test',
  place: 'test',
  document: `
query TestMode {
  clock { now }
  sellerProfile { inboxUrl }
}`,
  view: (visit, { clock, sellerProfile: { inboxUrl } }, sent) => {
    const { test: words } = visit.words;
    if (visit.viewer.mode === 'live') {
      return { title: words.heading, main: html`<h1>${words.heading}</h1><p class="notice">${words.live}</p>` };
    }
    const advance = formOf(visit, sent, 'advance');
    const reset = formOf(visit, sent, 'reset');
    const cards = visit.testCards();
    const main = html`<h1>${words.heading}</h1>
<p>${words.intro}</p>
<section class="card" aria-labelledby="clock-heading"><h2 id="clock-heading">${words.now}</h2>
<p><b>${visit.timeWithZone(clock.now)}</b></p>
${advance.form(html`<fieldset><legend>${words.advance}</legend><p class="hint">${words.advanceHint}</p>
<p class="buttons">${steps.map((seconds) => html`<button class="button small secondary" name="bySeconds" value="${seconds}">${words.steps[seconds]}</button> `)}</p></fieldset>`)}
</section>
${inboxUrl === null ? '' : html`<section class="card" aria-labelledby="inbox-heading"><h2 id="inbox-heading">${words.inbox}</h2><p>${words.inboxHint}</p><p><a class="button small secondary" href="${inboxUrl}">${words.openInbox}</a></p></section>`}
<section class="card" aria-labelledby="reset-heading"><h2 id="reset-heading">${words.reset}</h2><p>${words.resetHint}</p>
${reset.form(html`${reset.tick({ name: 'confirm', label: words.confirm })}<p><button class="button small danger">${words.resetButton}</button></p>`)}
</section>
${cards === null ? '' : testCards(visit, cards)}`;
    return { title: words.heading, main };
  },
  forms: {
    advance: mutationForm({
      mutation: 'advanceTestClock',
      read: (_, { fields }) => {
        const bySeconds = steps.find((seconds) => `${seconds}` === fields.get('bySeconds')) ?? steps[0];
        return { variables: { bySeconds } };
      },
      done: 'advanced',
    }),
    reset: mutationForm({
      mutation: 'resetTestSeller',
      isConfirmed: true,
      done: 'reset',
    }),
  },
};

function testCards({ locale }: Visit, cards: TestCards): Html {
  return html`<section class="card" aria-labelledby="cards-heading"><h2 id="cards-heading">${locale.words.testCards.heading}</h2>
<p class="hint">${cards.hint}</p>
${testCardTable(locale, cards)}
</section>`;
}
