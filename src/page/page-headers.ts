import type { PageFiles } from './page-files.ts';

// Source: https://docs.stripe.com/security/guide#content-security-policy
const stripeSources = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
};

/** What every page is sent with: nothing runs or shows in it that it does not name. */
export function pageHeaders({ styleHash }: PageFiles, { withStripe }: { withStripe: boolean }): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `style-src '${styleHash}'`,
    `script-src 'self'${withStripe ? ` ${stripeSources.script}` : ''}`,
    `connect-src 'self'${withStripe ? ` ${stripeSources.connect}` : ''}`,
    ...(withStripe ? [`frame-src ${stripeSources.frame}`] : []),
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    // A bidder's `bidderId` stands in the address. `no-referrer` would make browsers hide the origin of our own form.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
    // It shows the browser's own bids.
    'cache-control': 'no-store',
  };
}
