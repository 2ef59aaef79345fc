/** Dollars as a person types them, in whole cents; or a sentence that says what is wrong. */
export type ParsedDollars = { readonly cents: number } | { readonly fault: string };

// Two digits more than the highest amount of any provider, and far from where a number stops being exact.
const maxDigits = 9;

/**
 * `12`, `12.5`, `12,50`, `1,250.00`, `1.250,00`: no float ever holds them. A lone separator before three digits, as in
 * `1,000`, stands for thousands in some countries and for cents in others, so the bidder is asked.
 */
export function parseDollars(text: string): ParsedDollars {
  const typed = text.trim().replace(/^(?:US\s*)?\$\s*|^USD\s*/i, '');
  if (typed === '') return { fault: 'Enter your bid in US dollars, such as 12.50.' };
  if (/\p{Sc}/u.test(typed) || /^[A-Z]{3}\s*\d|\d\s*[A-Z]{3}$/i.test(typed)) {
    return { fault: 'Bids are in US dollars. Write the amount in digits, such as 12.50.' };
  }
  if (typed.startsWith('-')) return { fault: 'A bid must be more than $0.00.' };
  const unclear = /^(\d{1,3})[.,](\d{3})$/.exec(typed);
  if (unclear !== null) return { fault: askBack(unclear[1]!, unclear[2]!) };
  if (/^\d*[.,]\d{3,}$/.test(typed)) return { fault: 'A bid has at most two digits of cents.' };

  const match =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(typed) ??
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))$/.exec(typed) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))$/.exec(typed) ??
    /^(\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:\.\d{3}){2,})$/.exec(typed);
  if (match === null) return { fault: 'Write the bid in digits, such as 12.50 or 1250.' };
  const dollars = match[1]!.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  if (dollars.length > maxDigits) return { fault: 'This amount is too large.' };
  const cents = Number(dollars) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents > 0 ? { cents } : { fault: 'A bid must be more than $0.00.' };
}

function askBack(before: string, after: string): string {
  return `Do you mean ${before}${after} dollars? Then write ${before}${after}. For dollars and cents, write two digits of cents, such as ${before}.${after.slice(0, 2)}.`;
}
