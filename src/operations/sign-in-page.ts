import { html } from 'hono/html';
import { adminPage } from './admin-layout.ts';

/**
 * Where an admin key is exchanged for a session.
 *
 * @param told why the last try was refused; `null` at the first one
 */
export function signInPage(base: string, told: { text: string; status: number } | null): Promise<Response> {
  return adminPage({
    title: 'Sign in',
    status: told?.status ?? 200,
    main: html`<main class="narrow">
<h1>Sign in to operate the service</h1>
${told === null ? '' : html`<p class="told" role="alert" id="told">${told.text}</p>`}
<form method="post" action="${base}/admin/sign-in">
<label for="key">API key with the scope <code>admin</code></label>
<input id="key" name="key" type="password" required autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="${told === null ? 'hint' : 'told hint'}">
<button>Sign in</button>
</form>
<p id="hint" class="soft">The key is exchanged for a cookie of this browser, which ends after 30 minutes without use, after 8 hours,
and with its key. Whoever runs the service makes a key with<br>
<code>npm run -s keys -- issue --seller Operators --scopes admin</code></p>
</main>`,
  });
}
