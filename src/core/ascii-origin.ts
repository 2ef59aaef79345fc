/**
 * Writes an origin as browsers send it: `https://xn--mbel-5qa.example` for `https://Möbel.example`. Any other input stays unchanged, for
 * the check that follows.
 */
export function asciiOrigin(text: string): string {
  if (!/^https?:\/\/[^\s/?#@\\]+$/i.test(text) || !/[^\x20-\x7e]|[A-Z]/.test(text)) return text;
  return URL.parse(text)?.origin ?? text;
}
