import { html } from 'hono/html';
import { formatsOf } from '../core/language-formats.ts';
import { type Language, languages } from '../core/languages.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en, type Words } from './words/en.ts';
import { es } from './words/es.ts';

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
  const plural = new Intl.PluralRules(language);
  const fill = (text: string, count: number) => text.replace('{n}', String(count));
  const { days: dayForms, hours: h, minutes: min, seconds: s } = words.browser;
  /** `23 Nov 2026, 00:41 UTC` */
  const utc = (instant: Date) => words.figures.utc(time(instant));
  return {
    language,
    direction,
    words,
    dollars,
    /** `1,250` */
    count: (number: number) => counts.format(number),
    /** As it would be typed into the form: `1250.00`. */
    typedDollars: (cents: number) => typed.format(cents / 100),
    utc,
    /** Makes a writer of instants in a time zone: `23 Nov 2026, 01:41`. */
    timesIn: times,
    /** In UTC, which every reader can check; the script adds the reader's own zone. */
    instant: (instant: Date) => html`<time datetime="${instant.toISOString()}">${utc(instant)}</time>`,
    /** `2 days 4 h`, `3 h 12 min`, `4 min 9 s`: the two largest units, as the script goes on counting them. */
    duration(milliseconds: number): string {
      const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
      const days = Math.floor(seconds / 86_400);
      const hours = Math.floor(seconds / 3_600) % 24;
      const minutes = Math.floor(seconds / 60) % 60;
      if (days > 0) return `${fill(dayForms[plural.select(days)] ?? dayForms.other, days)} ${fill(h, hours)}`;
      if (hours > 0) return `${fill(h, hours)} ${fill(min, minutes)}`;
      return minutes > 0 ? `${fill(min, minutes)} ${fill(s, seconds % 60)}` : fill(s, seconds);
    },
    /** `2 min ago`, in the largest unit. */
    ago(milliseconds: number): string {
      const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
      const [unit, size] = agoUnits.find(([, size]) => seconds >= size) ?? ['second', 1];
      return relative.format(-Math.floor(seconds / size), unit);
    },
    /** The words of the page's script, as JSON. */
    browserWords: JSON.stringify({ numbers, afterMoney, ...words.browser }),
  };
}

const agoUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const catalogues: Record<Language, Words> = { en, de, es, ar };

export const locales = Object.fromEntries(
  languages.map((language) => [language, makeLocale(language, catalogues[language])]),
) as Record<Language, Locale>;
