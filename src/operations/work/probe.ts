import { issueKey } from '../../platform/auth/change-keys.ts';
import { checkPublicUrl } from '../../core/check-public-url.ts';
import { minBiddingPeriodSeconds } from '../../core/limits.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Deps } from '../../payments/deps.ts';
import { repeat } from './repeat.ts';

type ProbeDeps = Pick<Deps, 'config' | 'db' | 'log'>;

/** Only operators see this seller, and its page of lots is hidden. */
const probeSeller = 'Probe of the service';

const requestTimeoutMs = 15_000;

/** Makes, reads and cancels an auction of the service's own each hour. One worker does it, however many there are. */
export function keepProbing(deps: ProbeDeps): AsyncDisposable {
  const failure = 'The probe failed: an auction could not be made, read and cancelled. Trying again in five minutes.';
  return repeat(deps, { pauseMs: 30_000, failure }, () => probeIfDue(deps));
}

/**
 * Probes unless some worker has succeeded within an hour, or has tried within five minutes, and records the result. The first hour of a new
 * database is skipped.
 */
export async function probeIfDue(deps: ProbeDeps): Promise<void> {
  const { db, config } = deps;
  await db.query('insert into probe_marks default values on conflict do nothing');
  const { rowCount } = await db.query({
    name: 'claim-probe',
    text: `
      update probe_marks set tried_at = clock_timestamp()
      where succeeded_at < clock_timestamp() - interval '1 hour' and tried_at < clock_timestamp() - interval '5 minutes'`,
  });
  if (rowCount === 0) return;
  const { verdict, found, remedy } = await checkPublicUrl(config.publicUrl);
  if (verdict !== 'fine') {
    await recordResult(db, 'unreachable');
    throw new Error(`${found} ${remedy ?? ''}`);
  }
  try {
    await probe(deps);
  } catch (error) {
    await recordResult(db, 'failed');
    throw error;
  }
  await recordResult(db, 'ok');
}

async function recordResult(db: Connection, result: 'ok' | 'failed' | 'unreachable'): Promise<void> {
  await db.query(
    `update probe_marks set result = $1, succeeded_at = case $1 when 'ok' then clock_timestamp() else succeeded_at end`,
    [result],
  );
}

/** Goes the way of a seller: through the public address, with a key that is made for this probe and deleted after it. */
async function probe({ config, db }: ProbeDeps): Promise<void> {
  const ask = asker(config.publicUrl, await issueProbeKey(db));
  // The rest of an earlier probe, which was killed.
  await ask('mutation { resetTestSeller { errors { message } } }');
  const { clock } = await ask<{ clock: { timestamp: number } }>('{ clock { timestamp } }');
  const startTimestamp = clock.timestamp + 600;
  const endTimestamp = startTimestamp + minBiddingPeriodSeconds;
  const { createAuction } = await ask<{ createAuction: { auction: { auctionId: string } } }>(
    `mutation ($period: BiddingPeriodInput!) {
      createAuction(input: { title: "The probe of this hour", biddingPeriod: $period }) {
        auction { auctionId }
        errors { message }
      }
    }`,
    { period: { startTimestamp, endTimestamp } },
  );
  const { auctionId } = createAuction.auction;
  const statusOf = async () =>
    (
      await ask<{ auction: { status: string } }>('query ($id: ID!) { auction(auctionId: $id) { status } }', {
        id: auctionId,
      })
    ).auction.status;
  const made = await statusOf();
  if (made !== 'upcoming') throw new Error(`The auction of the probe is ${made}, not upcoming.`);
  await ask('mutation ($id: ID!) { cancelAuction(input: { auctionId: $id }) { errors { message } } }', {
    id: auctionId,
  });
  const cancelled = await statusOf();
  if (cancelled !== 'completed') throw new Error(`The cancelled auction of the probe is ${cancelled}, not completed.`);
  await ask('mutation { resetTestSeller { errors { message } } }');
  await deleteProbeKeys(db);
}

/** Checks whether the answer to a mutation has errors in its payload. */
function isRefused(value: unknown): boolean {
  const { errors = [] } = (value ?? {}) as { errors?: readonly unknown[] };
  return errors.length > 0;
}

/** Returns a function that sends an operation of GraphQL and returns its data. It throws for an answer with an error. */
function asker(publicUrl: string, key: string) {
  return async <Data>(query: string, variables: object = {}): Promise<Data> => {
    const response = await fetch(`${publicUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables }),
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const text = await response.text();
    const { data, errors } = readAnswer(text);
    if (data == null || errors !== undefined || Object.values(data).some(isRefused))
      throw new Error(`${publicUrl}/graphql answered ${response.status}: ${text.slice(0, 500)}`);
    return data as Data;
  };
}

function readAnswer(text: string): { data?: unknown; errors?: unknown } {
  try {
    return JSON.parse(text) as object;
  } catch {
    // A proxy answers a page.
    return {};
  }
}

/** Issues a key that outlives no probe, in place of those that a killed probe has left. */
async function issueProbeKey(db: Deps['db']): Promise<string> {
  await deleteProbeKeys(db);
  const { rows } = await db.query<{ expiresAt: Date }>(
    `select clock_timestamp() + interval '5 minutes' as "expiresAt"`,
  );
  const scopes = ['auctions:read', 'auctions:write'] as const;
  const { key } = await issueKey(db, { seller: probeSeller, mode: 'test', scopes, ...rows[0]! });
  return key;
}

async function deleteProbeKeys(db: Connection): Promise<void> {
  await db.query({
    name: 'delete-probe-keys',
    text: `
      delete from api_keys using sellers
      where sellers.seller_id = api_keys.seller_id and sellers.name = $1 and sellers.mode = 'test'`,
    values: [probeSeller],
  });
}
