import { domainToASCII } from 'node:url';
import { z } from 'zod';

/**
 * An e-mail address in its one stored form: trimmed, in small letters, with the domain in ASCII (IDNA). Some browsers send
 * `info@räucher.example` as it was typed, and some as `info@xn--rucher-bua.example`. Valid is what HTML's own pattern takes. As the
 * default `bidderId` it has the same maximum length.
 */
export const emailAddress = z
  .string()
  .transform((text) => withAsciiDomain(text.trim().toLowerCase()))
  .pipe(z.string().max(200).regex(z.regexes.html5Email));

// Domains that many people have, and real ones that differ from them by a letter.
const commonDomains = ['gmail.com', 'googlemail.com', 'hotmail.com', 'icloud.com', 'outlook.com', 'yahoo.com'];
const likeCommonDomains = ['mail.com', 'email.com', 'ymail.com'];

/**
 * Finds the address that somebody probably meant who typed this one: `ada@gmail.com` for `ada@gmial.com`, `.com` for `.con`.
 *
 * @param address in its stored form
 * @returns `null`: the address looks right
 */
export function probablyMeant(address: string): string | null {
  const at = address.lastIndexOf('@') + 1;
  const typed = address.slice(at);
  const ended = typed.replace(/\.(?:con|cmo|ocm|comm|vom|xom)$/, '.com');
  if (commonDomains.includes(typed) || likeCommonDomains.includes(ended))
    return ended === typed ? null : address.slice(0, at) + ended;
  const meant = commonDomains.find((domain) => domain === ended || isOneSlip(ended, domain)) ?? ended;
  return meant === typed ? null : address.slice(0, at) + meant;
}

/** @returns whether one letter too many, too few or wrong, or two swapped ones, make the second text of the first */
function isOneSlip(typed: string, meant: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at++;
  const isRest = (skip: number, skipMeant: number) => typed.slice(at + skip) === meant.slice(at + skipMeant);
  const isSwapped = typed[at] === meant[at + 1] && typed[at + 1] === meant[at];
  return isRest(1, 0) || isRest(0, 1) || isRest(1, 1) || (isSwapped && isRest(2, 2));
}

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // The domain of a URL may also be an IP address in any notation: an ASCII domain stays as it is.
  return /^\p{ASCII}*$/u.test(domain) ? address : address.slice(0, at) + domainToASCII(domain);
}
