import { html } from 'hono/html';
import { adminPage } from './admin-layout.ts';

/**
 * Returns the page where an admin key is exchanged for a session.
 *
 * @param error why the last attempt was refused; `null` at the first one
 */
export function signInPage(base: string, error: { text: string; status: number } | null): Response {
  return adminPage({
    title: 'Sign in',
    status: error?.status ?? 200,
    main: html`<main class="narrow">
<h1>Sign in to operate the service</h1>
${error === null ? '' : html`<p class="error" role="alert" id="error">${error.text}</p>`}
<form method="post" action="${base}/admin/sign-in">
<label for="key">API key with the scope <code>admin</code></label>
<input id="key" name="key" type="password" required autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="${error === null ? 'hint' : 'error hint'}">
<button>Sign in</button>
</form>
<p id="hint" class="soft">The key is exchanged for a cookie of this browser, which ends after 30 minutes without use, after 8 hours,
and with its key. The operator makes a key with<br>
<code>npm run -s keys -- issue --seller Operators --scopes admin</code></p>
</main>`,
  });
}
