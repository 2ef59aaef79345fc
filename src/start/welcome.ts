import type { Seeded } from './seed.ts';

/** The text that `npm start` prints: addresses, a key, and the first steps. */
export function welcome(service: Seeded & { publicUrl: string }): string {
  const { publicUrl, key, exampleAuctionId } = service;
  return `
The auction service is running. Ctrl-C stops it.

  Docs      ${publicUrl}/docs
  REST      ${publicUrl}/v1
  GraphiQL  ${publicUrl}/graphql
  Auction   ${publicUrl}/auctions/${exampleAuctionId}
            (an example: it takes bids a minute after the first start, with the test cards that it lists)
  API key   ${key}
            (of the test seller, whose auctions move no real money)

Create an auction that starts in two minutes and takes bids for a day:

${firstAuction({ publicUrl, key })}

Open its auctionUrl and bid with a test card. Time need not be waited for: three minutes pass at once with

${letTimePass({ publicUrl, key }, 180)}

and with 90000 seconds the auction ends, the highest bid is captured, and every other hold is released.

To run it, sign in at ${publicUrl}/admin with the key that this prints:

npm run -s keys -- issue --seller Operators --scopes admin
`;
}

/** Returns commands for any POSIX shell. They read the test clock, so that they work whenever they are pasted. */
function firstAuction({ publicUrl, key }: { publicUrl: string; key: string }): string {
  return `NOW=$(curl -sS ${publicUrl}/graphql \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{ "query": "{ clock { timestamp } }" }' | grep -o '[0-9]\\{10,\\}')
curl -sS ${publicUrl}/v1/auctions \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "title": "A walnut writing desk",
    "minimumBidValueInCents": 5000,
    "biddingPeriod": { "startTimestamp": '$((NOW + 120))', "endTimestamp": '$((NOW + 86520))' }
  }'`;
}

function letTimePass({ publicUrl, key }: { publicUrl: string; key: string }, seconds: number): string {
  return `curl -sS ${publicUrl}/graphql \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{ "query": "mutation { advanceTestClock(bySeconds: ${seconds}) { now } }" }'`;
}
