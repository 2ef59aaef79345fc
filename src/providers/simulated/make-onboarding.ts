import { html } from 'hono/html';
import type { Connection } from '../../db/database.ts';
import type { ProviderOnboarding } from '../provider-page.ts';
import { isLinkOpen, setOnboarded } from './make-simulated-accounts.ts';

/** Makes the page of a simulated onboarding. It is for those who try the service out, as the API is: in English alone. */
export function makeOnboarding(db: Connection): ProviderOnboarding {
  return {
    async show(account, action) {
      if (!(await isLinkOpen(db, account))) return null;
      return html`<main class="narrow">
<div class="card">
<p><span class="pill warn">Simulated provider</span></p>
<h1>Your payment account</h1>
<p>This page plays the part of a payment provider, which would ask for your business, your identity and a bank account. Nothing is asked here, and no money moves.</p>
<p>Account <code>${account}</code></p>
<form method="post" action="${action}">
<button type="submit" class="button" name="onboarding" value="finish">Finish onboarding</button>
<button type="submit" class="button secondary" name="onboarding" value="restrict">Restrict the account</button>
</form>
</div>
</main>`;
    },
    async answer(account, form) {
      const wish = form.get('onboarding');
      if (wish !== 'finish' && wish !== 'restrict') return false;
      return await setOnboarded(db, account, wish === 'finish');
    },
  };
}
