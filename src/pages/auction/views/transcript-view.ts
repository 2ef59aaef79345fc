import { html } from 'hono/html';
import type { PublicAuction } from '../find-public-auction.ts';
import { type Locale, wordsForScript } from '../locale.ts';
import type { PageLinks } from '../page-links.ts';
import type { Html } from './layout.ts';

const example = '12-3f9a 1c0b 77de 0a4b 91e2';

/** The page on which a browser verifies the transcript of an auction. The script fills in what it finds. */
export function transcriptView(
  locale: Locale,
  { auction, links, verifier }: { auction: PublicAuction; links: PageLinks; verifier: string },
): Html {
  const words = locale.words.transcript;
  return html`<main class="narrow" id="transcript" data-file="${links.transcriptFile}" data-verifier="${verifier}" data-texts="${JSON.stringify(wordsForScript(words))}">
<div class="card">
<h1>${words.heading}</h1>
<p><a href="${links.here()}" dir="auto">${auction.title}</a></p>
<p>${words.intro}</p>
<noscript><p class="notice">${words.needsScript}</p></noscript>
<div id="verdict" role="status"></div>
<form id="seen" hidden>
<div class="field">
<label for="head">${words.label}</label>
<p class="hint" id="head-hint">${words.hint({ example: html`<bdi>${example}</bdi>` })}</p>
<p class="fault" id="head-fault" hidden>${words.noHead}</p>
<div class="input"><input id="head" name="head" autocomplete="off" spellcheck="false" autocapitalize="none" maxlength="120" dir="ltr" aria-describedby="head-hint head-fault"></div>
</div>
<p><button type="submit" class="button secondary">${words.button}</button></p>
</form>
<details id="lines" hidden><summary>${words.lines}</summary><ol class="lines" dir="ltr"></ol></details>
<ul class="links">
<li><a href="${links.transcriptFile}" download="transcript.json">${words.file}</a></li>
<li><a href="${verifier}" download="verify.js">${words.program}</a></li>
<li><a href="${links.here()}">${words.back}</a></li>
</ul>
</div>
</main>`;
}
