import type { Seeded } from './start-service.ts';

/** What a person needs to take the first steps. */
export function welcome(service: Seeded & { publicUrl: string }): string {
  const { publicUrl, key, exampleAuctionId, clockAheadSeconds } = service;
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

${firstAuction({ publicUrl, key, clockAheadSeconds })}

Open its auctionUrl and bid with a test card. Time need not be waited for: three minutes pass at once with

${letTimePass({ publicUrl, key }, 180)}

and with 90000 seconds the auction ends, the highest bid is captured, and every other hold is released.

To run it, sign in at ${publicUrl}/admin with the key that this prints:

npm run -s keys -- issue --seller Operators --scopes admin
`;
}

/** A command for any POSIX shell, which computes the timestamps, so that it works whenever it is pasted. */
function firstAuction({
  publicUrl,
  key,
  clockAheadSeconds,
}: Omit<Seeded, 'exampleAuctionId'> & { publicUrl: string }): string {
  const now = clockAheadSeconds === 0 ? '$(date +%s)' : `$(date +%s) + ${clockAheadSeconds}`;
  const start = `'$(( ${now} + 120 ))'`;
  const end = `'$(( ${now} + 120 + 86400 ))'`;
  return `curl -sS ${publicUrl}/v1/auctions \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "title": "A walnut writing desk",
    "minimumBidValueInCents": 5000,
    "biddingPeriod": { "startTimestamp": ${start}, "endTimestamp": ${end} }
  }'`;
}

function letTimePass({ publicUrl, key }: { publicUrl: string; key: string }, seconds: number): string {
  return `curl -sS ${publicUrl}/graphql \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{ "query": "mutation { advanceTestClock(bySeconds: ${seconds}) { now } }" }'`;
}
