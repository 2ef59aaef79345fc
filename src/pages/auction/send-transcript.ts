import type { Context } from 'hono';
import { html } from 'hono/html';
import { transcriptAsJson } from '../../auctions/bids/transcript.ts';
import { basePath } from '../../core/base-path.ts';
import { ready } from '../../core/html-page.ts';
import { localeOf } from './choose-language.ts';
import { findPublicAuction } from './find-public-auction.ts';
import type { PageDeps } from './page-deps.ts';
import { sendPage } from './send-page.ts';
import { withoutDirections } from './views/isolated.ts';
import { transcriptView } from './views/transcript-view.ts';
import { linksOf } from './visit.ts';

/**
 * Sends the page on which a browser verifies the transcript of an auction. The server checks nothing: it is what is checked.
 *
 * @throws Refusal `auction_not_found`
 */
export async function sendTranscript(c: Context, deps: PageDeps): Promise<Response> {
  const auction = await findPublicAuction(deps, c.req.param('auctionId') ?? '');
  const locale = localeOf(c);
  const { heading } = locale.words.transcript;
  const verifier = `${basePath(deps.config.publicUrl)}/auctions/verify.js?v=${deps.files.named.get('verify.js')!.version}`;
  return await sendPage(c, deps, locale, {
    title: ready(html`${heading} · ${withoutDirections(auction.title)}`),
    main: transcriptView(locale, { auction, links: linksOf(c, deps), verifier }),
    scripts: ['transcript.js'],
    isTest: auction.mode === 'test',
  });
}

/**
 * Sends the transcript of an auction as JSON.
 *
 * @throws Refusal `auction_not_found`
 */
export async function sendTranscriptFile(c: Context, deps: PageDeps): Promise<Response> {
  const { auctionId } = await findPublicAuction(deps, c.req.param('auctionId') ?? '');
  const { rows } = await deps.db.query<{ json: string }>({
    name: 'read-transcript',
    text: `select ${transcriptAsJson} as json from auctions where auction_id = $1`,
    values: [auctionId],
  });
  c.header('content-type', 'application/json; charset=utf-8');
  c.header('cache-control', 'no-store');
  return c.body(rows[0]!.json);
}
