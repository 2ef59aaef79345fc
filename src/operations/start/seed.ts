import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createAuction } from '../../auctions/create-auction.ts';
import { onlyId } from '../../auctions/projection.ts';
import { authenticate } from '../../platform/auth/authenticate.ts';
import { issueKey } from '../../platform/auth/change-keys.ts';
import { Refusal } from '../../core/refusal.ts';
import { sellerScopes, type Viewer } from '../../core/viewer.ts';
import { readClock } from '../../platform/db/seller-clock.ts';
import type { Deps } from '../../payments/deps.ts';
import { readOrNull } from '../../platform/embedded/postmaster.ts';

/** The test seller's key and the example auction of a new service. */
interface Seeded {
  /** An API key of the test seller for everything but `admin`. */
  readonly key: string;
  /** An auction of the test seller; it takes bids about a minute after it was created. */
  readonly exampleAuctionId: string;
}

/** Creates the test seller and the example, or finds those of an earlier start if they can still be used. */
export async function seed(deps: Deps): Promise<Seeded> {
  const { key, viewer } = (await findTestSeller(deps)) ?? (await createTestSeller(deps));
  return { key, exampleAuctionId: (await findExample(deps, viewer)) ?? (await createExample(deps, viewer)) };
}

/** The file of the seeded API key, readable by this user alone. */
function keyFile({ config }: Deps): string {
  return path.join(config.dataDir, 'test-seller-key');
}

async function findTestSeller(deps: Deps) {
  const key = readOrNull(keyFile(deps));
  if (key === null) return null;
  try {
    return { key, viewer: await authenticate(deps, `Bearer ${key}`) };
  } catch (error) {
    // The key was revoked, or belongs to a database that is gone.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function createTestSeller(deps: Deps) {
  const { key } = await issueKey(deps.db, {
    seller: 'Test seller',
    mode: 'test',
    scopes: sellerScopes,
    expiresAt: null,
  });
  writeFileSync(keyFile(deps), key, { mode: 0o600 });
  return { key, viewer: await authenticate(deps, `Bearer ${key}`) };
}

const title = 'An example: a walnut writing desk, 1962';
const noticeSeconds = 70;
const lastsSeconds = 7 * 86_400;

async function findExample(deps: Deps, seller: Viewer): Promise<string | null> {
  const { rows } = await deps.db.query<{ auctionId: string }>(
    `select auction_id as "auctionId" from auctions
     where seller_id = $1 and title = $2 and status <> 'completed' order by created_at desc limit 1`,
    [seller.sellerId, title],
  );
  return rows[0]?.auctionId ?? null;
}

async function createExample(deps: Deps, seller: Viewer): Promise<string> {
  const now = await readClock(deps.db, seller.sellerId);
  const startTimestamp = Math.ceil(now.getTime() / 1000) + noticeSeconds;
  const example = {
    title,
    minimumBidValueInCents: 5_000,
    type: 'asynchronous' as const,
    biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + lastsSeconds },
  };
  // The first sweep arms its alarms: at a first start the queue is still creating its tables.
  const { auctionId } = await createAuction(deps, seller, example, onlyId);
  return auctionId;
}

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
  Seller    ${publicUrl}/seller
            (to list and follow auctions in a browser: sign in with the API key)
  API key   ${key}
            (of the test seller, whose auctions move no real money)

Create an auction that starts in two minutes and takes bids for a day:

${firstAuction({ publicUrl, key })}

Open its auctionUrl and bid with a test card. Time need not be waited for: three minutes pass at once with

${letTimePass({ publicUrl, key }, 180)}

and with 90000 seconds the auction ends, the highest bid is captured, and every other hold is released.

To run it, sign in at ${publicUrl}/admin with the key that this prints:

npm run -s cli -- keys issue --seller Operators --scopes admin
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
  -d '{ "query": "mutation { advanceTestClock(input: { bySeconds: ${seconds} }) { clock { now } errors { code fault message path } } }" }'`;
}
