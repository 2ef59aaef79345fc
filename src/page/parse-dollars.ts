/** Dollars as a person types them, in whole cents; or a sentence that says what is wrong. */
export type ParsedDollars = { readonly cents: number } | { readonly fault: string };

// Two digits more than the highest amount of any provider, and far from where a number stops being exact.
const mostDigits = 9;

/** `12`, `12.5`, `12.50`, `1,250`, `$1,250.00`: no float ever holds them. */
export function parseDollars(text: string): ParsedDollars {
  const typed = text.trim();
  if (typed === '' || typed === '$') return { fault: 'Enter your bid in US dollars, such as 12.50.' };
  if (/^-|^\$\s*-/.test(typed)) return { fault: 'A bid must be more than $0.00.' };
  if (/^\$?\s*\d+,\d{1,2}$/.test(typed))
    return { fault: 'Write cents after a point, such as 12.50, not after a comma.' };
  if (/^\$?\s*[\d,]*\.\d{3,}$/.test(typed)) return { fault: 'A bid has at most two digits after the point.' };

  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(typed);
  if (match === null) return { fault: 'Write the bid in digits, such as 12.50 or 1,250.' };
  const dollars = match[1]!.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  if (dollars.length > mostDigits) return { fault: 'This amount is too large.' };
  const cents = Number(dollars) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents > 0 ? { cents } : { fault: 'A bid must be more than $0.00.' };
}
