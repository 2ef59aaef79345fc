import type { Locale } from './locale.ts';

/** Dollars as a person types them, in whole cents; or a sentence that says what is wrong. */
type ParsedDollars = { readonly cents: number } | { readonly fault: string };

/** The highest `Int` of GraphQL: more than the highest amount of any provider, and far from where a number stops being exact. */
const maxCents = 2_147_483_647;

const dollarSign = String.raw`(?:(?:US[\s-]*)?\$|USD|(?:US[\s-]*)?dollars?|d[oó]lares|dólar|دولار(?:ات)?)`;
const signBefore = new RegExp(String.raw`^${dollarSign}\s*`, 'i');
const signAfter = new RegExp(String.raw`(?<=\d)\s*${dollarSign}$`, 'i');

/**
 * `12`, `12.`, `12.5`, `12,50`, `1 250`, `1,250.00`, `1.250,00 $`: no float ever holds them. A lone separator before three digits, as in
 * `1,000`, stands for thousands in some countries and for cents in others, so the bidder is asked.
 */
export function parseDollars({ words, dollars, typedDollars }: Locale, text: string): ParsedDollars {
  const { faults } = words;
  const typed = withoutGroups(latinDigits(text).trim().replace(signBefore, '').replace(signAfter, ''));
  const example = typedDollars(1_250);
  if (typed === '') return { fault: faults.noAmount({ example }) };
  if (/\p{Sc}/u.test(typed) || /^[A-Z]{3}\s*\d|\d\s*[A-Z]{3}$/i.test(typed)) {
    return { fault: faults.otherCurrency({ example }) };
  }
  if (typed.startsWith('-')) return { fault: faults.notPositive({ zero: dollars(0) }) };
  const unclear = /^(\d{1,3})[.,](\d{3})$/.exec(typed);
  if (unclear !== null) {
    const [, before, after] = unclear as unknown as [string, string, string];
    const withCents = typedDollars(Number(before) * 100 + Number(after.slice(0, 2)));
    return { fault: faults.unclear({ dollars: before + after, withCents }) };
  }
  if (/^\d*[.,]\d{3,}$/.test(typed)) return { fault: faults.threeDigitsOfCents };

  const match =
    /^(\d+)(?:[.,](\d{0,2}))?$/.exec(typed) ??
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))$/.exec(typed) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))$/.exec(typed) ??
    /^(\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:\.\d{3}){2,})$/.exec(typed);
  if (match === null) return { fault: faults.notDigits({ example }) };
  const whole = match[1]!.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  const cents = Number(whole) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  if (cents > maxCents) return { fault: faults.tooLarge };
  return cents > 0 ? { cents } : { fault: faults.notPositive({ zero: dollars(0) }) };
}

/** Drops the spaces and apostrophes between groups of three digits: they stand for thousands everywhere. */
function withoutGroups(typed: string): string {
  return /^\d{1,3}(?:[\s'’]\d{3})+(?!\d)/.test(typed) ? typed.replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '') : typed;
}

/**
 * Replaces the digits and separators of Arabic keyboards and of full-width ones, and drops the invisible marks of right-to-left
 * texts.
 */
function latinDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll(/[\u200e\u200f\u061c]/g, '');
}
