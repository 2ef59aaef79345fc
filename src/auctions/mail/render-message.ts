import { isDecided, phaseOf } from '../phase.ts';
import { type BidHold, bidStateOf, isHeld, standingBid } from '../bids/bid-state.ts';
import type { MailWords } from '../../../locales/words.ts';
import { type BidLanguage, bidsWords, wordsOfBid } from '../bids/bid-words.ts';
import { writeHead } from '#verify-transcript';
import { readCatalogue } from '../../core/catalogues.ts';
import type { Config } from '../../platform/config.ts';
import { followUrl } from '../../core/follow-key.ts';
import { formatsOf } from '../../core/language-formats.ts';
import type { Language } from '../../core/languages.ts';
import { picturePath, previewSize } from '../presentation/picture-encoder.ts';
import { endsByItself } from './message-kinds.ts';
import { asHtml, asText, type Content, isolated, type Item, plain } from './message-layout.ts';
import type { MessageFacts } from './message-facts.ts';
import { type LinkConfig, messageLinks } from './message-links.ts';

const catalogues = readCatalogue<MailWords>('mail');

/** Writes a message in the language of its recipient, with the seller's color. */
export function renderMessage(facts: MessageFacts, config: LinkConfig & Pick<Config, 'providerSandbox'>) {
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
  const subject = plain(facts.title === null ? content.heading : `${content.heading}: ${facts.title}`);
  const parts = {
    ...content,
    subject,
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
    subject,
    text: asText(parts, words),
    html: asHtml(parts, words, { language, accentColor: facts.accentColor ?? '#0b5d50' }),
    /** Ends messages to this address with one POST (RFC 8058). */
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
      const { heading, terms } = words.placed;
      const text = held ? `${sentence} ${terms}` : sentence;
      // An event of an earlier version has none.
      const { transcript: head } = snapshot;
      const place = head == null ? [] : [[labels.transcript, writeHead(head)] as const];
      const said = [held ? ([labels.held, value] as const) : bid, ends, reference, ...place];
      return { heading: heading({ value }), text, facts: said };
    }
    case 'bid_outbid': {
      const { heading, text, again, next } = words.outbid;
      const leading = facts.standing?.leadingValueInCents ?? null;
      const atLeast = facts.nextBidInCents === null ? '' : next({ amount: dollars(facts.nextBidInCents) });
      const sentences = [
        leading === null ? '' : text({ leading: dollars(leading) }),
        sentence,
        ...(held ? [again, atLeast] : []),
      ];
      return { heading, text: joined(sentences), facts: [bid, ends] };
    }
    case 'hold_at_risk': {
      const { heading, text } = words.atRisk;
      return { heading, text: held ? text : sentence, facts: [bid, ends] };
    }
    case 'bid_won': {
      const { heading, noContact, asked, give } = words.won;
      const contact = facts.contact ?? noContact({ seller: isolated(facts.sellerName) });
      const prose = [
        ...(facts.afterWinning === null ? [] : [[words.next, facts.afterWinning] as const]),
        [words.contact, contact] as const,
      ];
      const won = { heading, facts: winnerReference, prose };
      if (facts.askWinnerFor === 'NONE') return { ...won, text: sentence };
      return { ...won, text: joined([sentence, asked[facts.askWinnerFor]]), button: give };
    }
    case 'bid_lost':
      return { ...words.notWon, text: sentence, facts: [bid, reference] };
    case 'payment_refunded': {
      const { state: refund, amountInCents } = snapshot.payment ?? { state: '', amountInCents: 0 };
      const { heading, text } = refund === 'failed' ? words.refundFailed : words.refunded;
      const amount = dollars(amountInCents);
      // The charge of the card, and all that has come back of it by now: there may have been other refunds.
      const charge = own === null ? [] : [[labels.charged, dollars(own.chargedInCents)] as const];
      const back = own === null ? 0 : own.refundedInCents + own.returningInCents;
      const total = own === null ? [] : [[labels.refunded, dollars(back)] as const];
      return { heading: heading({ amount }), text: text({ amount }), facts: [...charge, ...total, reference] };
    }
    case 'item_shipped': {
      const { heading, text } = words.shipped;
      const { carrier = '', trackingNumber = null, trackingUrl = null } = snapshot.shipment ?? {};
      const shipment = [
        [labels.carrier, carrier],
        ...(trackingNumber === null ? [] : [[labels.trackingNumber, trackingNumber] as const]),
      ] as const;
      return {
        heading,
        text: text({ seller: isolated(facts.sellerName) }),
        facts: [...shipment, ...winnerReference],
        ...(trackingUrl !== null && { link: [labels.track, trackingUrl] as const }),
      };
    }
    case 'auction_completed': {
      const { sold, unsold } = words;
      const winner = snapshot.winningBid ?? null;
      if (winner === null) return { ...unsold, facts: [] };
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
      return { heading: sold.heading({ value: dollars(winner.bidValueInCents) }), text, facts: sale };
    }
    case 'capture_failed': {
      const { heading, text, reasons } = words.captureFailed;
      const reason = wordsOf(reasons, snapshot.reason) ?? reasons.other;
      return { heading, text, facts: [[labels.value, value], reference, [labels.reason, reason]] };
    }
    case 'payment_disputed': {
      const { heading, states } = words.disputed;
      const { amountInCents = 0, state: dispute } = snapshot.payment ?? {};
      const text = wordsOf(states, dispute) ?? states.open;
      return { heading: heading({ amount: dollars(amountInCents) }), text, facts: [reference] };
    }
    case 'delivery_details_given':
      return { ...words.deliveryGiven, facts: [[labels.winner, snapshot.bidderId ?? ''], ...winnerReference] };
    case 'first_bid_placed': {
      const { heading, text } = words.firstBid;
      const bidder = [labels.bidder, snapshot.bidderId ?? ''] as const;
      return { heading: heading({ value }), text: text({ value }), facts: [[labels.value, value], bidder, ends] };
    }
    // The reminder of the end.
    case 'auction_started': {
      const { heading, text, noBid } = words.endsTomorrow;
      const isBid = facts.standing?.leadingValueInCents != null;
      return { heading, text: isBid ? text : noBid, facts: [ends] };
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
      const { heading, gone, failing } = words.endpointDisabled;
      const text = snapshot.reason === 'gone' ? gone : failing;
      return { heading, text, facts: [[labels.endpoint, snapshot.url ?? '']] };
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
function ownBid({ eventType, bidId, bids, standing }: MessageFacts, language: BidLanguage) {
  const named = bids.find((bid) => bid.bidId === bidId);
  if (standing === null || named === undefined) return { own: null, state: 'checking', sentence: '' } as const;
  const own = (eventType === 'bid_lost' ? standingBid(bids, standing) : null) ?? named;
  const isOutside = (bid: BidHold) => ['charged_outside', 'closed'].includes(bidStateOf(bid, standing));
  const others = isDecided(phaseOf(standing)) ? bids.filter((bid) => bid !== own && isOutside(bid)) : [];
  const sentences = [own, ...others].map((bid) => wordsOfBid(language, bid, standing).detail);
  return { own, state: bidStateOf(own, standing), sentence: joined(sentences) };
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
