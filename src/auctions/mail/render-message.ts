import { isDecided, phaseOf } from '../phase.ts';
import { type BidHold, bidStateOf, isHeld, standingBid } from '../bids/bid-state.ts';
import type { MailWords } from '../../../locales/words.ts';
import { html, raw } from 'hono/html';
import { bidStateDetail } from '../bids/bid-state-words.ts';
import { bidsWords } from '../bids/bid-words.ts';
import { writeHead } from '#verify-transcript';
import { readCatalogue } from '../../core/catalogues.ts';
import type { Config } from '../../platform/config.ts';
import { followUrl } from '../../core/follow-key.ts';
import { ready } from '../../core/html-page.ts';
import { formatsOf } from '../../core/language-formats.ts';
import type { Language } from '../../core/languages.ts';
import { isUuid } from '../../core/uuid.ts';
import { picturePath, previewSize } from '../presentation/picture-encoder.ts';
import { renderRichText } from '../presentation/rich-text.ts';
import { endsByItself } from './message-kinds.ts';
import type { MessageFacts } from './message-facts.ts';
import { type LinkConfig, messageLinks } from './message-links.ts';

const catalogues = readCatalogue<MailWords>('mail');

/** A message as it is sent. */
export interface RenderedMessage {
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Ends messages to this address with one POST (RFC 8058). */
  readonly unsubscribeUrl: string;
}

/** The body of a message between its heading and its link, before it is written as text or HTML. */
interface Content {
  readonly subject: string;
  /** The words of the link, where it leads to more than the bids or the auction. */
  readonly button?: string;
  /** A link to another site. */
  readonly link?: readonly [label: string, address: string];
  readonly heading: string;
  readonly text: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The seller's own words, in Markdown, under a heading. */
  readonly prose?: readonly (readonly [heading: string, markdown: string])[];
}

/** The auction that a message is about, above its other facts. */
interface Item {
  readonly title: string;
  readonly price: readonly [label: string, value: string];
  /** `null`: the auction shows none. */
  readonly picture: { readonly url: string; readonly alternativeText: string } | null;
}

/** Writes a message in the language of its recipient, with the seller's colour. */
export function renderMessage(
  facts: MessageFacts,
  config: LinkConfig & Pick<Config, 'providerSandbox'>,
): RenderedMessage {
  const language = facts.language ?? 'en';
  const words = catalogues[language];
  const content = contentOf(facts, words, language);
  const { open, unsubscribe } = messageLinks(config, facts.eventId);
  const isToConfirm = facts.eventType === 'seller_email_given';
  const { stop, end, again, ended, endKind, againKind, endedKind, waiting } = words.footer;
  const byItself = endsByItself(facts.eventType);
  const [ends, begins] = byItself ? [endKind, againKind] : [end, again];
  const endNews = isToConfirm ? stop : facts.news === 'ended' ? begins : ends;
  const hasEnded = byItself ? endedKind : ended;
  const button =
    content.button ?? (facts.auctionId === null ? null : facts.isToSeller ? words.seeAuction : words.seeBids);
  const footer = [
    // Nothing that a seller has written reaches an address that nobody has confirmed.
    isToConfirm
      ? words.footer.given({ site: new URL(config.publicUrl).host })
      : words.footer[facts.isToSeller ? 'seller' : 'bidder']({ seller: isolated(facts.sellerName) }),
    ...(facts.news === 'sent' ? [] : [facts.news === 'ended' ? hasEnded : waiting]),
  ];
  const parts = {
    ...content,
    item: itemOf(facts, words, language, config.publicUrl),
    button,
    open,
    unsubscribe,
    endNews,
    footer,
    isTest: facts.mode === 'test' || config.providerSandbox,
  };
  return {
    language,
    subject: plain(content.subject),
    text: asText(parts, words),
    html: asHtml(parts, words, { language, accentColor: facts.accentColor ?? '#0b5d50' }),
    unsubscribeUrl: unsubscribe,
  };
}

/**
 * Returns where the link of a message leads: a bidder to the own bids, where the button for news is; a seller to the own page of the auction, to
 * the own keys, or to the guide of endpoints.
 *
 * @param token of the link
 */
export function destinationOf(facts: MessageFacts, publicUrl: string, token: string): string {
  const { eventType, auctionId, submissionToken, browserId, language } = facts;
  if (eventType === 'api_key_issued') return `${publicUrl}/seller/keys`;
  if (auctionId === null) return `${publicUrl}/docs/guides/webhooks`;
  if (facts.isToSeller) return `${publicUrl}/seller/auctions/${auctionId}`;
  if (submissionToken === null || browserId === null) return `${publicUrl}/auctions/${auctionId}`;
  const link = `${followUrl(publicUrl, auctionId, { submissionToken, browserId })}&mail=${token}`;
  return language === null ? link : `${link}&lang=${language}`;
}

function contentOf(facts: MessageFacts, words: MailWords, language: Language): Content {
  const { snapshot } = facts;
  const { labels } = words;
  const formats = formatsOf(language);
  const { dollars } = formats;
  const title = isolated(facts.title ?? '');
  const value = dollars(snapshot.bidValueInCents ?? 0);
  const bid = [labels.bid, value] as const;
  const ends = [labels.ends, endsOf(facts, words, formats)] as const;
  const reference = [labels.reference, facts.bidId ?? ''] as const;
  const winnerReference =
    facts.winnerReference === null ? [] : [[labels.winnerReference, facts.winnerReference] as const];
  const { own, state, sentence } = ownBid(facts, { words: bidsWords[language], dollars });
  const held = isHeld(state);
  switch (facts.eventType) {
    case 'bid_placed': {
      const { subject, heading, terms } = words.placed;
      const text = held ? `${sentence} ${terms}` : sentence;
      const said = { subject: subject({ title, value }), heading, text };
      // An event of an earlier version has none.
      const { transcript: head } = snapshot;
      const place = head == null ? [] : [[labels.transcript, writeHead(head)] as const];
      return { ...said, facts: [held ? [labels.held, value] : bid, ends, reference, ...place] };
    }
    case 'bid_outbid': {
      const { subject, heading, text, again, next } = words.outbid;
      const leading = facts.standing?.leadingValueInCents ?? null;
      const atLeast = facts.nextBidInCents === null ? '' : next({ amount: dollars(facts.nextBidInCents) });
      const sentences = [
        leading === null ? '' : text({ leading: dollars(leading) }),
        sentence,
        ...(held ? [again, atLeast] : []),
      ];
      return { subject: subject({ title }), heading, text: joined(sentences), facts: [bid, ends] };
    }
    case 'hold_at_risk': {
      const { subject, heading, text } = words.atRisk;
      return { subject: subject({ title }), heading, text: held ? text : sentence, facts: [bid, ends] };
    }
    case 'bid_won': {
      const { subject, heading, noContact, asked, give } = words.won;
      const contact = facts.contact ?? noContact({ seller: isolated(facts.sellerName) });
      const prose = [
        ...(facts.afterWinning === null ? [] : [[words.next, facts.afterWinning] as const]),
        [words.contact, contact] as const,
      ];
      const won = { subject: subject({ title }), heading, facts: [...winnerReference], prose };
      if (facts.askWinnerFor === 'NONE') return { ...won, text: sentence };
      return { ...won, text: joined([sentence, asked[facts.askWinnerFor]]), button: give };
    }
    case 'bid_lost':
      return {
        ...words.notWon,
        subject: words.notWon.subject({ title }),
        text: sentence,
        facts: [bid, reference],
      };
    case 'payment_refunded': {
      const { state: refund, amountInCents } = snapshot.payment ?? { state: '', amountInCents: 0 };
      const { heading, ...said } = refund === 'failed' ? words.refundFailed : words.refunded;
      const amount = dollars(amountInCents);
      // The charge of the card, and all that has come back of it by now: there may have been other refunds.
      const charge = own === null ? [] : [[labels.charged, dollars(own.chargedInCents)] as const];
      const back = own === null ? 0 : own.refundedInCents + own.returningInCents;
      const total = own === null ? [] : [[labels.refunded, dollars(back)] as const];
      return {
        subject: said.subject({ title, amount }),
        heading,
        text: said.text({ amount }),
        facts: [...charge, ...total, reference],
      };
    }
    case 'item_shipped': {
      const { subject, heading, text } = words.shipped;
      const { carrier = '', trackingNumber = null, trackingUrl = null } = snapshot.shipment ?? {};
      const shipment = [
        [labels.carrier, carrier],
        ...(trackingNumber === null ? [] : [[labels.trackingNumber, trackingNumber] as const]),
      ] as const;
      return {
        subject: subject({ title }),
        heading,
        text: text({ seller: isolated(facts.sellerName) }),
        facts: [...shipment, ...winnerReference],
        ...(trackingUrl !== null && { link: [labels.track, trackingUrl] as const }),
      };
    }
    case 'auction_completed': {
      const { sold, unsold } = words;
      const winner = snapshot.winningBid ?? null;
      if (winner === null) return { ...unsold, subject: unsold.subject({ title }), facts: [] };
      const price = dollars(winner.bidValueInCents);
      const chargedInCents = own?.chargedInCents ?? winner.bidValueInCents;
      const charged = dollars(chargedInCents);
      const sale = [
        [labels.charged, charged],
        [labels.winner, winner.bidderId],
        ...(facts.winnerEmail === null || facts.winnerEmail === winner.bidderId
          ? []
          : [[labels.winnerEmail, facts.winnerEmail] as const]),
        ...winnerReference,
      ] as const;
      const text = joined([sold.text({ amount: charged }), chargedInCents < winner.bidValueInCents ? sold.inPart : '']);
      return { subject: sold.subject({ title, value: price }), heading: sold.heading, text, facts: [...sale] };
    }
    case 'capture_failed': {
      const { subject, heading, text, reasons } = words.captureFailed;
      const reason = wordsOf(reasons, snapshot.reason) ?? reasons.other;
      const failed = [[labels.value, value], reference, [labels.reason, reason]] as const;
      return { subject: subject({ title }), heading, text, facts: [...failed] };
    }
    case 'payment_disputed': {
      const { subject, heading, states } = words.disputed;
      const { amountInCents = 0, state: dispute } = snapshot.payment ?? {};
      const text = wordsOf(states, dispute) ?? states.open;
      return {
        subject: subject({ title, amount: dollars(amountInCents) }),
        heading,
        text,
        facts: [reference],
      };
    }
    case 'delivery_details_given':
      return {
        ...words.deliveryGiven,
        subject: words.deliveryGiven.subject({ title }),
        facts: [[labels.winner, snapshot.bidderId ?? ''], ...winnerReference],
      };
    case 'first_bid_placed': {
      const { subject, heading, text } = words.firstBid;
      const first = [[labels.value, value], [labels.bidder, snapshot.bidderId ?? ''], ends] as const;
      return { subject: subject({ title, value }), heading, text: text({ value }), facts: [...first] };
    }
    // The reminder of the end.
    case 'auction_started': {
      const { subject, heading, text, noBid } = words.endsTomorrow;
      const isBid = facts.standing?.leadingValueInCents != null;
      return { subject: subject({ title }), heading, text: isBid ? text : noBid, facts: [ends] };
    }
    case 'api_key_issued': {
      const { prefix = '', scopes = [] } = snapshot;
      return {
        ...words.keyIssued,
        facts: [
          [labels.key, `${prefix}…`],
          [labels.scopes, scopes.join(', ')],
        ],
      };
    }
    case 'seller_email_given':
      return { ...words.confirmEmail, facts: [] };
    case 'endpoint_disabled': {
      const { subject, heading, gone, failing } = words.endpointDisabled;
      const text = snapshot.reason === 'gone' ? gone : failing;
      return { subject, heading, text, facts: [[labels.endpoint, snapshot.url ?? '']] };
    }
    default:
      throw new Error(`Nobody is written to about ${facts.eventType}.`);
  }
}

/** Returns the auction of a message with its price as it is now; `null`: the message is about none. */
function itemOf(facts: MessageFacts, { labels }: MailWords, language: Language, publicUrl: string): Item | null {
  const { title, picture, winningInCents, minimumInCents, standing } = facts;
  if (title === null) return null;
  const { dollars } = formatsOf(language);
  const leadingInCents = standing?.outcome == null ? (standing?.leadingValueInCents ?? null) : null;
  const price =
    winningInCents !== null
      ? ([labels.soldFor, dollars(winningInCents)] as const)
      : leadingInCents !== null
        ? ([labels.leading, dollars(leadingInCents)] as const)
        : ([labels.minimum, dollars(minimumInCents ?? 0)] as const);
  return {
    title: plain(title),
    price,
    picture: picture && {
      // The type that every mail program reads.
      url: `${publicUrl}${picturePath(picture.pictureId, previewSize, 'jpeg')}`,
      alternativeText: plain(picture.alternativeText),
    },
  };
}

/**
 * Reads how the bid of a message stands, by the same states and in the same words as the page: of a decided auction, with all that was
 * charged to its person outside of it.
 */
function ownBid({ eventType, bidId, bids, standing }: MessageFacts, language: Parameters<typeof bidStateDetail>[0]) {
  const named = bids.find((bid) => bid.bidId === bidId);
  if (standing === null || named === undefined) return { own: null, state: 'checking', sentence: '' } as const;
  const phase = phaseOf(standing);
  const own = (eventType === 'bid_lost' ? standingBid(bids, standing) : null) ?? named;
  const state = bidStateOf(own, standing);
  const isOutside = (bid: BidHold) => ['charged_outside', 'closed'].includes(bidStateOf(bid, standing));
  const others = isDecided(phase) ? bids.filter((bid) => bid !== own && isOutside(bid)) : [];
  const sentences = [own, ...others].map((bid) => bidStateDetail(language, bidStateOf(bid, standing), bid, phase));
  return { own, state, sentence: joined(sentences) };
}

const joined = (sentences: readonly string[]) => sentences.filter((each) => each !== '').join(' ');

/** @returns `null`: the catalogue has no words for this code */
function wordsOf(catalogue: Readonly<Record<string, string>>, code: string | undefined): string | null {
  return code !== undefined && Object.hasOwn(catalogue, code) ? catalogue[code]! : null;
}

/** The end by the clock of the bidder, where the browser has said it, and in UTC. */
function endsOf(
  { endsAt, endMayMove, timeZone }: MessageFacts,
  words: MailWords,
  { times }: ReturnType<typeof formatsOf>,
): string {
  if (endsAt === null) return '';
  const utc = words.utc({ time: times('UTC')(endsAt) });
  const end =
    timeZone === null || timeZone === 'UTC'
      ? utc
      : `${isolated(words.inZone({ time: times(timeZone)(endsAt), zone: timeZone }))} · ${isolated(utc)}`;
  return endMayMove === true ? words.mayMove({ end }) : end;
}

/** Marks a text of somebody else within a sentence: a change of direction in the text ends where the text ends. */
function isolated(text: string): string {
  return `\u2068${plain(text)}\u2069`;
}

/** Drops every mark of direction: a subject has no place for them, and a value that people copy must not contain any. */
function plain(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

interface Parts extends Omit<Content, 'button'> {
  readonly item: Item | null;
  /** `null`: the message leads to no auction. */
  readonly button: string | null;
  readonly open: string;
  readonly unsubscribe: string;
  /** The words of that link. */
  readonly endNews: string;
  readonly footer: readonly string[];
  readonly isTest: boolean;
}

function asText({ heading, text, item, facts, link, prose = [], isTest, ...parts }: Parts, words: MailWords): string {
  const aboutItem = item === null ? [] : [[words.labels.auction, item.title] as const, item.price];
  const blocks = [
    ...(isTest ? [words.testMode] : []),
    heading,
    text,
    [...aboutItem, ...facts].map(([label, value]) => `${label}: ${value}`).join('\n'),
    link === undefined ? '' : `${link[0]}:\n${link[1]}`,
    ...prose.map(([title, markdown]) => `${title}\n${markdown}`),
    parts.button === null ? parts.open : `${parts.button}:\n${parts.open}`,
    `-- \n${parts.footer.join('\n')}\n${parts.endNews}: ${parts.unsubscribe}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Escapes a text. The marks around a text of somebody else become an element, which nobody copies. */
function escape(text: string) {
  return raw(
    ready(html`${text}`)
      .replaceAll('\u2068', '<bdi>')
      .replaceAll('\u2069', '</bdi>'),
  );
}

const small = 'font-size:13px;line-height:1.5;color:#5c635f';

/** A value of so many characters fits on one line of a telephone: an amount, or the reference of a winner. */
const shortValue = 16;

/** Draws the picture, the title and the price of an auction, side by side also on a phone. */
function itemAsHtml({ title, price: [label, value], picture }: Item, direction: 'ltr' | 'rtl') {
  const besideText = direction === 'rtl' ? '0 0 0 16px' : '0 16px 0 0';
  const cell =
    picture === null
      ? ''
      : html`<td style="padding:${besideText};vertical-align:top;width:96px"><img src="${picture.url}" width="96" alt="${picture.alternativeText}" style="display:block;width:96px;height:auto;border:0;border-radius:8px"></td>`;
  return html`<table role="presentation" style="border-collapse:collapse;margin:0 0 16px"><tr>${cell}<td style="padding:0;vertical-align:top;overflow-wrap:anywhere"><bdi>${title}</bdi><br><span class="small" style="${small}">${label}</span><br><b style="font-size:22px;white-space:nowrap"><bdi>${value}</bdi></b></td></tr></table>`;
}

/** For mail programs that show messages on a dark ground. The others know inline styles alone, and turn colors by themselves or not at all. */
const dark =
  '@media (prefers-color-scheme:dark){.page{background:#151917!important;color:#e8ece9!important}.card{background:#202623!important}.small{color:#a9b2ad!important}.link{color:inherit!important}}';

// Mail programs know inline styles alone, and few of them.
function asHtml(
  { subject, heading, text, item, facts, link, prose = [], isTest, ...parts }: Parts,
  words: MailWords,
  { language, accentColor }: { language: Language; accentColor: string },
): string {
  const { direction } = formatsOf(language);
  const besideValue = direction === 'rtl' ? '4px 0 4px 16px' : '4px 16px 4px 0';
  const rows = facts.map(
    ([label, value]) =>
      html`<tr><td class="small" style="padding:${besideValue};${small};vertical-align:top">${escape(label)}</td><td style="padding:4px 0;vertical-align:top;${value.length <= shortValue ? 'white-space:nowrap' : 'overflow-wrap:anywhere'}">${isUuid(value) ? html`<span class="small" style="${small}" dir="ltr">${value}</span>` : html`<b><bdi>${escape(value)}</bdi></b>`}</td></tr>`,
  );
  const texts = prose.map(
    ([title, markdown]) =>
      html`<h2 style="font-size:17px;margin:24px 0 4px">${escape(title)}</h2><div dir="auto">${raw(renderRichText(markdown).html)}</div>`,
  );
  const button =
    parts.button === null
      ? html`<p><a class="link" href="${parts.open}" style="color:${accentColor}">${parts.open}</a></p>`
      : html`<p style="margin:24px 0"><a href="${parts.open}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accentColor};color:#ffffff;font-weight:600;text-decoration:none">${parts.button}</a></p>`;
  return ready(html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><style>${raw(dark)}</style><title>${plain(subject)}</title></head>
<body class="page" style="margin:0;background:#f4f5f3;color:#1b211e;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
${isTest ? html`<p class="small" style="${small}"><b>${words.testMode}</b></p>` : ''}
<div class="card" style="background:#ffffff;border-top:4px solid ${accentColor};border-radius:8px;padding:20px 24px">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 12px">${escape(heading)}</h1>
${item === null ? '' : itemAsHtml(item, direction)}
<p style="margin:0 0 12px">${escape(text)}</p>
${rows.length === 0 ? '' : html`<table role="presentation" style="border-collapse:collapse">${rows}</table>`}
${link === undefined ? '' : html`<p style="margin:16px 0 0"><a class="link" href="${link[1]}" style="color:${accentColor}">${link[0]}</a></p>`}
${texts}
${button}
</div>
<p class="small" style="${small}">${parts.footer.map((line) => html`${escape(line)}<br>`)}<a href="${parts.unsubscribe}" style="color:inherit">${parts.endNews}</a></p>
</div>
</body>
</html>
`).toString();
}
