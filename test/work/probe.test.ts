import { expect, test } from 'vitest';
import { probeIfDue } from '../../src/work/probe.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db, deps } = service;

const isLate = () =>
  db.query(
    `update probe_marks set succeeded_at = clock_timestamp() - interval '61 minutes', tried_at = clock_timestamp() - interval '6 minutes'`,
  );

async function ageInSeconds(): Promise<number> {
  const admin = await service.seller({ scopes: ['admin'] });
  const { text } = await admin.get('/metrics');
  return Number(/^auction_probe_age_seconds (\S+)/m.exec(text)?.[1]);
}

/** Reads the progress of the probe from its entries in the audit log. */
async function acts(): Promise<string[]> {
  const { rows } = await db.query<{ action: string }>(
    `select action from audit_log join sellers using (seller_id) where sellers.name = 'Probe of the service' order by entry_id`,
  );
  return rows.map(({ action }) => action);
}

test('a worker makes, reads and cancels an auction once an hour, and leaves no auction behind', async () => {
  await probeIfDue(deps);
  expect(await acts()).toEqual([]);
  expect(await ageInSeconds()).toBeLessThan(60);

  await isLate();
  expect(await ageInSeconds()).toBeGreaterThan(3_600);
  await Promise.all([probeIfDue(deps), probeIfDue(deps)]);
  const once = ['createSeller', 'issueApiKey', 'resetTestSeller', 'createAuction', 'cancelAuction', 'resetTestSeller'];
  expect(await acts()).toEqual(once);
  expect(await ageInSeconds()).toBeLessThan(60);
  const { rows } = await db.query(
    `select seller_id from auctions union all select seller_id from webhook_events where event_type <> 'api_key_issued'`,
  );
  expect(rows).toEqual([]);

  await isLate();
  await probeIfDue(deps);
  expect(await acts()).toEqual([...once, 'resetTestSeller', 'createAuction', 'cancelAuction', 'resetTestSeller']);
});

test('a probe that fails is tried again after five minutes, and its age grows meanwhile', async () => {
  await isLate();
  await db.query(`update sellers set suspended_at = clock_timestamp() where name = 'Probe of the service'`);
  await expect(probeIfDue(deps)).rejects.toThrow('The API key is unknown, revoked or expired.');
  expect(await ageInSeconds()).toBeGreaterThan(3_600);
  await db.query(`update sellers set suspended_at = null where name = 'Probe of the service'`);
  await probeIfDue(deps);
  expect(await ageInSeconds()).toBeGreaterThan(3_600);
  await isLate();
  await probeIfDue(deps);
  expect(await ageInSeconds()).toBeLessThan(60);
});
