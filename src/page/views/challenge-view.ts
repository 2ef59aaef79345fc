import { html } from 'hono/html';
import type { PendingChallenge } from '../../payments/simulated/challenges.ts';
import type { PageLinks } from '../page-links.ts';
import { showDollars } from '../show-dollars.ts';
import type { Html } from './layout.ts';

/** What a bank would show on its own site (3-D Secure). */
export function simulatedChallenge(
  challenge: PendingChallenge,
  { links, token }: { links: PageLinks; token: string },
): Html {
  return html`<main class="narrow">
<div class="card bank">
<p><span class="pill warn">Simulated bank</span></p>
<h1>Confirm the hold</h1>
<p>This page plays the part of your bank, so that you can try a card that asks for confirmation (3-D Secure). No real bank is involved.</p>
<dl class="figures">
<div class="lead"><dt>To be held</dt><dd class="big money">${showDollars(challenge.amountInCents)}</dd></div>
<div class="lead"><dt>Card</dt><dd><span class="brand">${challenge.brand}</span> ending in ${challenge.last4}</dd></div>
</dl>
<form method="post" action="${links.challenge(token)}">
<button type="submit" class="button" name="verdict" value="pass" data-busy="Confirming …">Confirm</button>
<button type="submit" class="button secondary" name="verdict" value="fail" data-busy="Refusing …">Refuse</button>
</form>
</div>
</main>`;
}

/** Stripe's script shows the bank's page in a frame of its own, then goes on to the return address. */
export function stripeChallenge(challenge: {
  clientSecret: string;
  publishableKey: string;
  scriptUrl: string;
  valueInCents: number;
  returnLink: string;
}): Html {
  const { clientSecret, publishableKey, scriptUrl, valueInCents, returnLink } = challenge;
  return html`<main class="narrow">
<div class="card" id="stripe-challenge" data-stripe-key="${publishableKey}" data-stripe-script="${scriptUrl}" data-client-secret="${clientSecret}" data-return="${returnLink}">
<h1>Your bank wants you to confirm</h1>
<p>The hold of <b class="money">${showDollars(valueInCents)}</b> needs your confirmation. Your bank's window opens by itself.</p>
<noscript><p class="notice bad">The window comes from Stripe, our payment provider, and needs JavaScript. Allow JavaScript and reload this page.</p></noscript>
<p class="fault" id="card-message" role="alert"></p>
<p><a class="button secondary" href="${returnLink}">I have confirmed</a></p>
</div>
</main>`;
}
