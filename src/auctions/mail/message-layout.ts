import { html, raw } from 'hono/html';
import type { MailWords } from '../../../locales/words.ts';
import { ready } from '../../core/html-page.ts';
import { formatsOf } from '../../core/language-formats.ts';
import type { Language } from '../../core/languages.ts';
import { isUuid } from '../../core/uuid.ts';
import { renderRichText } from '../presentation/rich-text.ts';

// The layout of every message, as text and as HTML.

/** The body of a message between its heading and its link, before it is written as text or HTML. */
export interface Content {
  /** The words of the link, where it leads to more than the bids or the auction. */
  readonly button?: string;
  /** A link to another site. */
  readonly link?: readonly [label: string, address: string];
  /** Begins the subject, too. */
  readonly heading: string;
  readonly text: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The seller's own words, in Markdown, under a heading. */
  readonly prose?: readonly (readonly [heading: string, markdown: string])[];
}

/** The auction that a message is about, above its other facts. */
export interface Item {
  readonly title: string;
  readonly price: readonly [label: string, value: string];
  /** `null`: the auction shows none. */
  readonly picture: { readonly url: string; readonly alternativeText: string } | null;
}

/** Marks a text of somebody else within a sentence: a change of direction in the text ends where the text ends. */
export function isolated(text: string): string {
  return `\u2068${plain(text)}\u2069`;
}

/** Drops every mark of direction: a subject has no place for them, and a value that people copy must not contain any. */
export function plain(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

export interface Parts extends Omit<Content, 'button'> {
  readonly subject: string;
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

export function asText(
  { heading, text, item, facts, link, prose = [], isTest, ...parts }: Parts,
  words: MailWords,
): string {
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
export function asHtml(
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
