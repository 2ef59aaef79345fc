import type { Config } from '../config.ts';
import { followUrl } from '../core/follow-key.ts';
import { formatsOf } from '../core/language-formats.ts';
import type { Language } from '../core/languages.ts';
import { renderRichText } from '../presentation/rich-text.ts';
import type { MessageFacts } from './message-facts.ts';
import { type LinkConfig, messageLinks } from './message-links.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en, type MessageWords } from './words/en.ts';
import { es } from './words/es.ts';

const catalogues: Record<Language, MessageWords> = { en, de, es, ar };

/** A message as it is sent. */
export interface RenderedMessage {
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Ends messages to this address with one POST (RFC 8058). */
  readonly unsubscribeUrl: string;
}

/** What a message says between its heading and its link, before it is written as text or HTML. */
interface Content {
  readonly subject: string;
  /** The words of the link, where it leads to more than the bids or the auction. */
  readonly button?: string;
  readonly heading: string;
  readonly text: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The seller's own words, in Markdown, under a heading. */
  readonly prose?: readonly (readonly [heading: string, markdown: string])[];
}

/** Writes a message in the language of its recipient, with the seller's colour. */
export function renderMessage(
  facts: MessageFacts,
  config: LinkConfig & Pick<Config, 'providerSandbox'>,
): RenderedMessage {
  const language = facts.language ?? 'en';
  const words = catalogues[language];
  const content = contentOf(facts, words, formatsOf(language));
  const { open, unsubscribe } = messageLinks(config, facts.eventId);
  const button =
    content.button ?? (facts.auctionId === null ? null : facts.isToSeller ? words.seeAuction : words.seeBids);
  const footer = [
    facts.isFirst ? words.footer.first : null,
    words.footer[facts.isToSeller ? 'seller' : 'bidder'](isolated(facts.sellerName)),
  ].filter((line) => line !== null);
  const parts = {
    ...content,
    button,
    open,
    unsubscribe,
    footer,
    isTest: facts.mode === 'test' || config.providerSandbox,
  };
  return {
    language,
    subject: withoutDirections(content.subject),
    text: asText(parts, words),
    html: asHtml(parts, words, { language, accentColor: facts.accentColor ?? '#0b5d50' }),
    unsubscribeUrl: unsubscribe,
  };
}

/** Returns where the link of a message leads: a bidder to the own bids, a seller to the auction, or to the guide of endpoints. */
export function destinationOf(facts: MessageFacts, publicUrl: string): string {
  const { auctionId, submissionToken, browserId, language } = facts;
  if (auctionId === null) return `${publicUrl}/docs/guides/webhooks`;
  if (submissionToken === null || browserId === null) return `${publicUrl}/auctions/${auctionId}`;
  const link = followUrl(publicUrl, auctionId, { submissionToken, browserId });
  return language === null ? link : `${link}&lang=${language}`;
}

function contentOf(facts: MessageFacts, words: MessageWords, formats: ReturnType<typeof formatsOf>): Content {
  const { snapshot } = facts;
  const { labels } = words;
  const { dollars } = formats;
  const title = isolated(facts.title ?? '');
  const auction = [labels.auction, title] as const;
  const value = dollars(snapshot.bidValueInCents ?? 0);
  const bid = [labels.bid, value] as const;
  const ends = [labels.ends, endOf(facts, words, formats)] as const;
  const reference = [labels.reference, facts.bidId ?? ''] as const;
  const winnerReference =
    facts.winnerReference === null ? [] : [[labels.winnerReference, facts.winnerReference] as const];
  switch (facts.eventType) {
    case 'bid_placed': {
      const subject = words.placed.subject(title, value);
      return { ...words.placed, subject, facts: [auction, [labels.held, value], ends, reference] };
    }
    case 'bid_outbid': {
      const { outbid } = words;
      const text = outbid.text(dollars(facts.leadingInCents ?? 0));
      return { ...outbid, subject: outbid.subject(title), text, facts: [auction, bid, ends] };
    }
    case 'hold_at_risk':
      return { ...words.atRisk, subject: words.atRisk.subject(title), facts: [auction, bid, ends] };
    case 'bid_won': {
      const { subject, heading, text, noContact, asked, give } = words.won;
      const charged = facts.capturedInCents === null ? value : dollars(facts.capturedInCents);
      const contact = facts.contact ?? noContact(isolated(facts.sellerName));
      const prose = [
        ...(facts.afterWinning === null ? [] : [[words.next, facts.afterWinning] as const]),
        [words.contact, contact] as const,
      ];
      const won = { subject: subject(title), heading, facts: [auction, ...winnerReference], prose };
      if (facts.askWinnerFor === 'NONE') return { ...won, text: text(charged) };
      return { ...won, text: `${text(charged)} ${asked[facts.askWinnerFor]}`, button: give };
    }
    case 'bid_lost':
      return { ...words.notWon, subject: words.notWon.subject(title), facts: [auction, bid] };
    case 'payment_refunded': {
      const { refunded } = words;
      const amount = dollars(snapshot.payment?.amountInCents ?? 0);
      const said = { subject: refunded.subject(title, amount), text: refunded.text(amount) };
      return { ...refunded, ...said, facts: [auction, reference] };
    }
    case 'auction_completed': {
      const { sold, unsold } = words;
      const winner = snapshot.winningBid ?? null;
      if (winner === null) return { ...unsold, subject: unsold.subject(title), facts: [auction] };
      const price = dollars(winner.bidValueInCents);
      const sale = [[labels.soldFor, price], [labels.winner, isolated(winner.bidderId)], ...winnerReference] as const;
      return { ...sold, subject: sold.subject(title, price), facts: [auction, ...sale] };
    }
    case 'capture_failed': {
      const { captureFailed } = words;
      const failed = [[labels.value, value], reference, [labels.reason, snapshot.reason ?? '']] as const;
      return { ...captureFailed, subject: captureFailed.subject(title), facts: [auction, ...failed] };
    }
    case 'payment_disputed': {
      const { disputed } = words;
      const { amountInCents = 0, state = '' } = snapshot.payment ?? {};
      const subject = disputed.subject(title, dollars(amountInCents));
      return { ...disputed, subject, facts: [auction, reference, [labels.reason, state]] };
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
    case 'endpoint_disabled': {
      const { subject, heading, gone, failing } = words.endpointDisabled;
      const text = snapshot.reason === 'gone' ? gone : failing;
      return { subject, heading, text, facts: [[labels.endpoint, snapshot.url ?? '']] };
    }
    default:
      throw new Error(`Nobody is written to about ${facts.eventType}.`);
  }
}

/** The end by the clock of the bidder, where the browser has said it, and in UTC. */
function endOf(
  { endsAt, timeZone }: MessageFacts,
  words: MessageWords,
  { times }: ReturnType<typeof formatsOf>,
): string {
  if (endsAt === null) return '';
  const utc = words.utc(times('UTC')(endsAt));
  if (timeZone === null || timeZone === 'UTC') return utc;
  return `${isolated(words.inZone(times(timeZone)(endsAt), timeZone))} · ${isolated(utc)}`;
}

/** Marks a text of somebody else: a change of direction in the text ends where the text ends. */
function isolated(text: string): string {
  return `\u2068${withoutDirections(text)}\u2069`;
}

/** A subject has no place for marks, and one of a stranger could turn what follows. */
function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

interface Parts extends Omit<Content, 'button'> {
  /** `null`: the message leads to no auction. */
  readonly button: string | null;
  readonly open: string;
  readonly unsubscribe: string;
  readonly footer: readonly string[];
  readonly isTest: boolean;
}

function asText({ heading, text, facts, prose = [], isTest, ...parts }: Parts, words: MessageWords): string {
  const blocks = [
    ...(isTest ? [words.testMode] : []),
    heading,
    text,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...prose.map(([title, markdown]) => `${title}\n${markdown}`),
    parts.button === null ? parts.open : `${parts.button}:\n${parts.open}`,
    `-- \n${parts.footer.join('\n')}\n${words.footer.unsubscribe}: ${parts.unsubscribe}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character]!);
}

// Mail programs know inline styles alone, and few of them.
function asHtml(
  { subject, heading, text, facts, prose = [], isTest, ...parts }: Parts,
  words: MessageWords,
  { language, accentColor }: { language: Language; accentColor: string },
): string {
  const { direction } = formatsOf(language);
  const small = 'font-size:13px;line-height:1.5;color:#5c635f';
  const besideValue = direction === 'rtl' ? '4px 0 4px 16px' : '4px 16px 4px 0';
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:${besideValue};${small};vertical-align:top">${escape(label)}</td><td style="padding:4px 0;vertical-align:top;overflow-wrap:anywhere"><b>${escape(value)}</b></td></tr>`,
  );
  const texts = prose.map(
    ([title, markdown]) =>
      `<h2 style="font-size:17px;margin:24px 0 4px">${escape(title)}</h2><div dir="auto">${renderRichText(markdown).html}</div>`,
  );
  const button =
    parts.button === null
      ? `<p><a href="${escape(parts.open)}" style="color:${accentColor}">${escape(parts.open)}</a></p>`
      : `<p style="margin:24px 0"><a href="${escape(parts.open)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accentColor};color:#ffffff;font-weight:600;text-decoration:none">${escape(parts.button)}</a></p>`;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(withoutDirections(subject))}</title></head>
<body style="margin:0;background:#f4f5f3;color:#1b211e;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
${isTest ? `<p style="${small}"><b>${escape(words.testMode)}</b></p>` : ''}
<div style="background:#ffffff;border-top:4px solid ${accentColor};border-radius:8px;padding:20px 24px">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 12px">${escape(heading)}</h1>
<p style="margin:0 0 12px">${escape(text)}</p>
<table role="presentation" style="border-collapse:collapse">${rows.join('')}</table>
${texts.join('\n')}
${button}
</div>
<p style="${small}">${parts.footer.map(escape).join('<br>')}<br><a href="${escape(parts.unsubscribe)}" style="color:inherit">${escape(words.footer.unsubscribe)}</a></p>
</div>
</body>
</html>
`;
}
