import { html } from 'hono/html';
import type { Connection } from '../../../platform/db/database.ts';
import type { ProviderPage } from '../provider-page.ts';

/** Makes the page of a simulated onboarding. It is for those who try the service out, as the API is: in English alone. */
export function makeOnboarding(db: Connection): ProviderPage['onboarding'] {
  return {
    async show(account, action) {
      const { rowCount } = await db.query(
        'select from simulated_accounts where account = $1 and link_expires_at > clock_timestamp()',
        [account],
      );
      if (rowCount === 0) return null;
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
      // A restricted account takes neither holds nor captures until its onboarding is finished again.
      const { rowCount } = await db.query(
        'update simulated_accounts set is_onboarded = $2 where account = $1 and link_expires_at > clock_timestamp()',
        [account, wish === 'finish'],
      );
      return rowCount === 1;
    },
  };
}
