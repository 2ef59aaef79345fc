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

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // The domain of a URL may also be an IP address in any notation: an ASCII domain stays as it is.
  return /^\p{ASCII}*$/u.test(domain) ? address : address.slice(0, at) + domainToASCII(domain);
}
