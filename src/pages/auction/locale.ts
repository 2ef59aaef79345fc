import { html } from 'hono/html';
import { LRUCache } from 'lru-cache';
import type { BidsWords, PageWords } from '../../../locales/words.ts';
import { bidsWords } from '../../auctions/bids/bid-words.ts';
import { type Message, readCatalogue } from '../../core/catalogues.ts';
import { formatsOf } from '../../core/language-formats.ts';
import { type Language, languages } from '../../core/languages.ts';
import { lengthsIn, units } from './browser/times.js';

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
    /** `2 minutes`, `90 seconds`: in the largest unit that divides it, and of which there are several. */
    lasting(seconds: number): string {
      const [unit, size] = units.find(([, each]) => seconds % each === 0 && seconds > each) ?? ['second', 1];
      // In Arabic the long form of two is inflected.
      const unitDisplay = language === 'ar' ? 'short' : 'long';
      return new Intl.NumberFormat(numbers, { style: 'unit', unit, unitDisplay }).format(seconds / size);
    },
    ...lengthsIn(numbers),
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
