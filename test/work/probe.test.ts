import { beforeAll, afterAll, expect, test } from 'vitest';
import { probeIfDue } from '../../src/operations/work/probe.ts';
import { type ServedApp, serveApp } from '../graphql/serve-app.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db } = service;
let served: ServedApp;
beforeAll(async () => {
  served = await serveApp(service.deps);
});
afterAll(() => served[Symbol.asyncDispose]());

const probeAt = (publicUrl: string) => probeIfDue({ ...service.deps, config: { ...service.deps.config, publicUrl } });

const isLate = () =>
  db.query(
    `update probe_marks set succeeded_at = clock_timestamp() - interval '61 minutes', tried_at = clock_timestamp() - interval '6 minutes'`,
  );

/** The age in seconds by the result of the last try. */
async function measured(): Promise<{ result: string | undefined; age: number }> {
  const admin = await service.seller({ scopes: ['admin'] });
  const { text } = await admin.get('/metrics');
  const [, result, age] = /^auction_probe_age_seconds\{result="(\w+)"\} (\S+)/m.exec(text) ?? [];
  return { result, age: Number(age) };
}

/** Reads the progress of the probe from its entries in the audit log. */
async function acts(): Promise<string[]> {
  const { rows } = await db.query<{ action: string }>(
    `select action from audit_log join sellers using (seller_id) where sellers.name = 'Probe of the service' order by entry_id`,
  );
  return rows.map(({ action }) => action);
}

const underAnHour = expect.toSatisfy((age: number) => age < 60);
const overAnHour = expect.toSatisfy((age: number) => age > 3_600);

test('a worker makes, reads and cancels an auction over HTTP once an hour, and leaves no auction, event or key behind', async () => {
  await probeAt(served.url);
  expect(await acts()).toEqual([]);
  expect(await measured()).toEqual({ result: 'ok', age: underAnHour });

  await isLate();
  expect(await measured()).toEqual({ result: 'ok', age: overAnHour });
  await Promise.all([probeAt(served.url), probeAt(served.url)]);
  const once = ['issueApiKey', 'resetTestSeller', 'createAuction', 'cancelAuction', 'resetTestSeller'];
  expect(await acts()).toEqual(['createSeller', ...once]);
  expect(await measured()).toEqual({ result: 'ok', age: underAnHour });
  const { rows } = await db.query(
    `select seller_id from auctions union all select seller_id from webhook_events
     union all select seller_id from api_keys join sellers using (seller_id) where sellers.name = 'Probe of the service'`,
  );
  expect(rows).toEqual([]);

  await isLate();
  await probeAt(served.url);
  expect(await acts()).toEqual(['createSeller', ...once, ...once]);
});

test('a probe that fails is tried again after five minutes, with another key, and its age grows meanwhile', async () => {
  await isLate();
  await db.query(`update sellers set suspended_at = clock_timestamp() where name = 'Probe of the service'`);
  await expect(probeAt(served.url)).rejects.toThrow('seller_suspended');
  expect(await measured()).toEqual({ result: 'failed', age: overAnHour });
  const keys = async () => {
    const { rows } = await db.query<{ apiKeyId: string; lasts: number }>(
      `select api_key_id as "apiKeyId", extract(epoch from expires_at - clock_timestamp())::float8 as lasts
       from api_keys join sellers using (seller_id) where sellers.name = 'Probe of the service'`,
    );
    return rows;
  };
  const left = await keys();
  expect(left).toEqual([{ apiKeyId: expect.any(String), lasts: expect.toSatisfy((seconds) => seconds < 300) }]);
  await db.query(`update sellers set suspended_at = null where name = 'Probe of the service'`);
  await probeAt(served.url);
  expect(await measured()).toEqual({ result: 'failed', age: overAnHour });
  await isLate();
  await probeAt(served.url);
  expect(await measured()).toEqual({ result: 'ok', age: underAnHour });
  expect(await keys()).toEqual([]);
});

test('a worker that does not reach the API at the public address reports it as unreachable, and changes nothing', async () => {
  const before = await acts();
  await isLate();
  await expect(probeAt('http://127.0.0.1:1')).rejects.toThrow('Nothing answers at http://127.0.0.1:1');
  expect(await measured()).toEqual({ result: 'unreachable', age: overAnHour });
  await isLate();
  await expect(probeAt(`${served.url}/elsewhere`)).rejects.toThrow('Something else answers');
  expect(await measured()).toEqual({ result: 'unreachable', age: overAnHour });
  expect(await acts()).toEqual(before);
});
