import { html } from 'hono/html';
import { LRUCache } from 'lru-cache';
import type { BidsWords, PageWords } from '../../../locales/words.ts';
import { bidsWords } from '../../auctions/bids/bid-words.ts';
import { type Message, readCatalogue } from '../../core/catalogues.ts';
import { formatsOf } from '../../core/language-formats.ts';
import { type Language, languages } from '../../core/languages.ts';

/** The page's own words, and those about bids. */
export type Words = PageWords & BidsWords;
export type Locale = ReturnType<typeof makeLocale>;

/** Makes a language of the page: its words, and how it writes money, numbers and times. */
export function makeLocale(language: Language, words: Words) {
  const { numbers, afterMoney, direction, dollars, times } = formatsOf(language);
  const typed = new Intl.NumberFormat(numbers, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  });
  const counts = new Intl.NumberFormat(numbers);
  const time = times('UTC');
  const relative = new Intl.RelativeTimeFormat(numbers, { style: 'short' });
  const counted = units.map(([unit, size, of]) => {
    const unitDisplay = unit === 'day' ? 'long' : 'short';
    return { size, of, number: new Intl.NumberFormat(numbers, { style: 'unit', unit, unitDisplay }) };
  });
  /** `23 Nov 2026, 00:41 UTC` */
  const utc = (instant: Date) => words.figures.utc({ time: time(instant) });
  const instantAt = remembering((ms) => {
    const instant = new Date(ms);
    return html`<time datetime="${instant.toISOString()}">${utc(instant)}</time>`;
  });
  return {
    language,
    direction,
    words,
    dollars: remembering(dollars),
    /** `1,250` */
    count: (number: number) => counts.format(number),
    /** As it would be typed into the form: `1250.00`. */
    typedDollars: (cents: number) => typed.format(cents / 100),
    utc,
    /** Makes a writer of instants in a time zone: `23 Nov 2026, 01:41`. */
    timesIn: times,
    /** In UTC, which every reader can check; the script adds the reader's own zone. */
    instant: (instant: Date) => instantAt(instant.getTime()),
    /** `2 days 4 hr`, `3 hr 12 min`, `4 min 9 sec`: the two largest units, as the script goes on counting them. */
    duration(milliseconds: number): string {
      const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
      const largest = counted.findIndex(({ size }) => seconds >= size || size === 1);
      const shown = counted.slice(largest, largest + 2);
      return shown.map(({ size, of, number }) => number.format(Math.floor((seconds % of) / size))).join(' ');
    },
    /** `2 minutes`, `90 seconds`: in the largest unit that divides it, and of which there are several. */
    lasting(seconds: number): string {
      const [unit, size] = units.find(([, each]) => seconds % each === 0 && seconds > each) ?? ['second', 1];
      // In Arabic the long form of two is inflected.
      const unitDisplay = language === 'ar' ? 'short' : 'long';
      return new Intl.NumberFormat(numbers, { style: 'unit', unit, unitDisplay }).format(seconds / size);
    },
    /** `2 min ago`, in the largest unit. */
    ago(milliseconds: number): string {
      const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
      const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['second', 1];
      return relative.format(-Math.floor(seconds / size), unit);
    },
    /** The attribute with the words of the page's script, as JSON. */
    browserWords: html` data-words="${JSON.stringify({ numbers, afterMoney, outbidBy: wordsForScript(words.states.outbid.label), ...(wordsForScript(words.browser) as object) })}"`,
  };
}

/** Remembers the latest texts, as a popular auction shows the same ones on each page: `Intl` takes 1 µs for an amount and 5 µs for an instant. */
function remembering<Text extends string | ReturnType<typeof html>>(write: (value: number) => Text) {
  const latest = new LRUCache<number, Text>({ max: 1_000 });
  return (value: number): Text => {
    const known = latest.get(value);
    if (known !== undefined) return known;
    const text = write(value);
    latest.set(value, text);
    return text;
  };
}

/** Each with its seconds, and those of the next larger one. */
const units = [
  ['day', 86_400, Infinity],
  ['hour', 3_600, 86_400],
  ['minute', 60, 3_600],
  ['second', 1, 60],
] as const;

/** Stands for the values that a script fills in: `{name}`. */
const filledIn: object = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** Returns words for a script, with `{…}` where it fills in a value. */
export function wordsForScript(words: unknown): unknown {
  if (typeof words === 'function') return (words as Message<object>)(filledIn);
  if (typeof words === 'string') return words;
  return Object.fromEntries(Object.entries(words as object).map(([name, each]) => [name, wordsForScript(each)]));
}

const pages = readCatalogue<PageWords>('page');

export const locales = Object.fromEntries(
  languages.map((language) => [language, makeLocale(language, { ...pages[language], ...bidsWords[language] })]),
) as Record<Language, Locale>;
