import type { Context } from 'hono';
import { html } from 'hono/html';
import { readTranscript } from '../../auctions/bids/transcript.ts';
import { basePath } from '../../core/base-path.ts';
import { ready } from '../../core/html-page.ts';
import { localeOf } from './choose-language.ts';
import { findPublicAuction } from './find-public-auction.ts';
import { wordsForScript } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import { sendPage } from './send-page.ts';
import { withoutDirections } from './views/isolated.ts';
import { linksOf } from './visit.ts';

const exampleHead = '12-3f9a 1c0b 77de 0a4b 91e2';

/**
 * Sends the page on which a browser verifies the transcript of an auction. Its script fills in what it finds: the server checks nothing, because it is
 * what is checked.
 *
 * @throws Refusal `auction_not_found`
 */
export async function sendTranscript(c: Context, deps: PageDeps): Promise<Response> {
  const { title, mode } = await findPublicAuction(deps, c.req.param('auctionId') ?? '');
  const locale = localeOf(c);
  const words = locale.words.transcript;
  const { here, transcriptFile } = linksOf(c, deps);
  const verifier = `${basePath(deps.config.publicUrl)}/auctions/${deps.files.address('verify.js')}`;
  return await sendPage(c, deps, locale, {
    title: ready(html`${words.heading} · ${withoutDirections(title)}`),
    scripts: ['transcript.js'],
    isTest: mode === 'test',
    main: html`<main class="narrow" id="transcript" data-file="${transcriptFile}" data-verifier="${verifier}" data-texts="${JSON.stringify(wordsForScript(words))}">
<div class="card">
<h1>${words.heading}</h1>
<p><a href="${here()}" dir="auto">${title}</a></p>
<p>${words.intro}</p>
<noscript><p class="notice">${words.needsScript}</p></noscript>
<div id="verdict" role="status"></div>
<form id="seen" hidden>
<div class="field">
<label for="head">${words.label}</label>
<p class="hint" id="head-hint">${words.hint({ example: html`<bdi>${exampleHead}</bdi>` })}</p>
<p class="fault" id="head-fault" hidden>${words.noHead}</p>
<div class="input"><input id="head" name="head" autocomplete="off" spellcheck="false" autocapitalize="none" maxlength="120" dir="ltr" aria-describedby="head-hint head-fault"></div>
</div>
<p><button type="submit" class="button secondary">${words.button}</button></p>
</form>
<ul class="links">
<li><a href="${transcriptFile}" download="transcript.json">${words.file}</a></li>
<li><a href="${verifier}" download="verify.js">${words.program}</a></li>
<li><a href="${here()}">${words.back}</a></li>
</ul>
</div>
</main>`,
  });
}

/**
 * Sends the transcript of an auction as JSON.
 *
 * @throws Refusal `auction_not_found`
 */
export async function sendTranscriptFile(c: Context, { db }: PageDeps): Promise<Response> {
  const json = await readTranscript(db, c.req.param('auctionId') ?? '');
  c.header('content-type', 'application/json; charset=utf-8');
  c.header('cache-control', 'no-store');
  return c.body(json);
}
