import { createAuction } from '../auctions/create-auction.ts';
import { cancelAuction } from '../auctions/cancel-auction.ts';
import { createAuctionInput } from '../auctions/auction-input.ts';
import { onlyId } from '../auctions/projection.ts';
import { findAuction } from '../auctions/reads.ts';
import { issueKey } from '../auth/change-keys.ts';
import type { Scope, Viewer } from '../core/viewer.ts';
import { minBiddingPeriodSeconds } from '../core/limits.ts';
import type { Connection } from '../db/database.ts';
import { readClock } from '../db/seller-clock.ts';
import type { Deps } from '../deps.ts';
import { resetTestSeller } from '../settlement/reset-test-seller.ts';
import { repeat } from './repeat.ts';

type ProbeDeps = Omit<Deps, 'keyUse'>;

/** Only operators see this seller: no key of it is ever shown, and its page of lots is hidden. */
const probeSeller = 'Probe of the service';
const probeScopes: readonly Scope[] = ['auctions:read', 'auctions:write'];

/** Makes, reads and cancels an auction of the service's own each hour. One worker does it, however many there are. */
export function keepProbing(deps: ProbeDeps): AsyncDisposable {
  const failure = 'The probe failed: an auction could not be made, read and cancelled. Trying again in five minutes.';
  return repeat(deps, { pauseMs: 30_000, failure }, () => probeIfDue(deps));
}

/** Probes unless some worker has succeeded within an hour, or has tried within five minutes. The first hour of a new database is skipped. */
export async function probeIfDue(deps: ProbeDeps): Promise<void> {
  await deps.db.query('insert into probe_marks default values on conflict do nothing');
  const { rowCount } = await deps.db.query({
    name: 'claim-probe',
    text: `
      update probe_marks set tried_at = clock_timestamp()
      where succeeded_at < clock_timestamp() - interval '1 hour' and tried_at < clock_timestamp() - interval '5 minutes'`,
  });
  if (rowCount === 0) return;
  await probe(deps);
  await deps.db.query('update probe_marks set succeeded_at = clock_timestamp()');
}

async function probe(deps: ProbeDeps): Promise<void> {
  const viewer = await findProbeSeller(deps);
  // The rest of an earlier probe, which was killed.
  await resetTestSeller(deps, viewer);
  const startTimestamp = Math.floor((await readClock(deps.db, viewer.sellerId)).getTime() / 1_000) + 600;
  const biddingPeriod = { startTimestamp, endTimestamp: startTimestamp + minBiddingPeriodSeconds };
  const input = createAuctionInput.parse({ title: 'The probe of this hour', biddingPeriod });
  const { auctionId } = await createAuction(deps, viewer, input, onlyId);
  const found = await findAuction(deps, viewer, auctionId);
  if (found.status !== 'upcoming') throw new Error(`The auction of the probe is ${found.status}, not upcoming.`);
  await cancelAuction(deps, viewer, auctionId, onlyId);
  const { status } = await findAuction(deps, viewer, auctionId);
  if (status !== 'completed') throw new Error(`The cancelled auction of the probe is ${status}, not completed.`);
  await resetTestSeller(deps, viewer);
}

/** Finds the seller of the probe and its key, or makes them. The key itself is thrown away. */
async function findProbeSeller({ db }: Pick<Deps, 'db'>): Promise<Viewer> {
  const scopes = new Set(probeScopes);
  const known = await findKey(db);
  if (known !== null) return { ...known, mode: 'test', scopes };
  const { sellerId, apiKeyId } = await issueKey(db, {
    seller: probeSeller,
    mode: 'test',
    scopes: probeScopes,
    expiresAt: null,
  });
  return { sellerId, apiKeyId, mode: 'test', scopes };
}

async function findKey(connection: Connection): Promise<Pick<Viewer, 'sellerId' | 'apiKeyId'> | null> {
  const { rows } = await connection.query<Pick<Viewer, 'sellerId' | 'apiKeyId'>>({
    name: 'find-probe-seller',
    text: `
      select seller_id as "sellerId", api_key_id as "apiKeyId" from sellers join api_keys using (seller_id)
      where sellers.name = $1 and mode = 'test' and revoked_at is null limit 1`,
    values: [probeSeller],
  });
  return rows[0] ?? null;
}
