import { contentSecurityPolicy } from '../core/security-headers.ts';
import type { ProviderPage } from '../payments/provider-page.ts';
import type { AccentStyle } from './accent-style.ts';
import type { PageFiles } from './page-files.ts';

/** Makes the headers of every page: the browser runs and shows nothing that they do not name. */
export function pageHeaders(
  { styleHash }: PageFiles,
  { sources, accent }: { sources: ProviderPage['sources']; accent: AccentStyle | null },
): Record<string, string> {
  const policy = contentSecurityPolicy({
    'style-src': `'${styleHash}'${accent === null ? '' : ` '${accent.hash}'`}`,
    'script-src': `'self'${sources === null ? '' : ` ${sources.script}`}`,
    'img-src': "'self'",
    'connect-src': `'self'${sources === null ? '' : ` ${sources.connect}`}`,
    ...(sources !== null && { 'frame-src': sources.frame }),
    'form-action': "'self'",
  });
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // The address contains the `bidderId`. `no-referrer` would make browsers hide the origin of our own form.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
    // It shows the browser's own bids.
    'cache-control': 'no-store',
    vary: 'Accept-Language, Cookie',
  };
}
