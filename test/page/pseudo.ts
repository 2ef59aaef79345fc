import { html } from 'hono/html';
import { makeLocale, locales } from '../../src/pages/auction/locale.ts';
import { pageWords as simulatedWords } from '../../src/payments/providers/simulated/make-simulated-page.ts';
import { pageWords as stripeWords } from '../../src/payments/providers/stripe/make-stripe-page.ts';

/** A catalogue with brackets around each text. */
export function pseudo<Words>(words: Words): Words {
  const bracketed = (value: unknown): unknown => {
    if (typeof value === 'string') return `⟦${value}⟧`;
    if (typeof value === 'function') return (...values: unknown[]) => bracketed(value(...values));
    if (Array.isArray(value)) return value.map(bracketed);
    if (typeof value !== 'object' || value === null) return value;
    // A text with elements in it.
    if ('isEscaped' in value) return html`⟦${value}⟧`;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, bracketed(each)]));
  };
  return bracketed(words) as Words;
}

/** Brackets all that the page says in Spanish. @returns takes the brackets away */
export function bracketSpanish(): () => void {
  const before = { locale: locales.es, simulated: simulatedWords.es, stripe: stripeWords.es };
  locales.es = makeLocale('es', pseudo(locales.en.words));
  simulatedWords.es = pseudo(simulatedWords.en);
  stripeWords.es = pseudo(stripeWords.en);
  return () => {
    locales.es = before.locale;
    simulatedWords.es = before.simulated;
    stripeWords.es = before.stripe;
  };
}

/** What remains of a page's texts and attributes that people read, without all that stands in brackets. */
export function outsideOfBrackets(page: string): string {
  const document = page.replaceAll(/<(style|script)\b.*?<\/\1>/gs, '');
  const read = /\b(?:aria-label|alt|title|placeholder|content|data-busy|data-words|data-stripe-not-loaded)="([^"]*)"/g;
  const attributes = [...document.matchAll(read)].map(([, text]) => text!);
  let rest = [document.replaceAll(/<[^>]+>/g, '\n'), ...attributes].join('\n');
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  }
  return rest;
}
