import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db } = service;

async function keys(...args: string[]): Promise<{ out: string; warnings: string }> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: db.url, SECRETS_KEY: 'a'.repeat(64) };
  const run = promisify(execFile)(process.execPath, ['src/cli.ts', 'keys', ...args], { env });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  return { out: stdout.trim(), warnings: stderr.trim() };
}

describe('a key with the scope admin', () => {
  test("is an operator's, and has no mode", async () => {
    const { out, warnings } = await keys('issue', '--seller', 'Operators', '--scopes', 'admin');
    expect([out, warnings]).toEqual([expect.stringMatching(/^auc_admin_[0-9A-Za-z]{49}$/), '']);
    const list = await keys('list', '--seller', 'Operators');
    expect(list.out).toMatch(new RegExp(`^${out.slice(0, 16)}  Operators  - +active`, 'm'));
    expect(list.warnings).toBe('');
  });

  test.each([
    ['another scope', ['--scopes', 'admin,auctions:read'], 'The scopes admin and public go with no other'],
    ['a mode', ['--scopes', 'admin', '--mode', 'live'], 'belongs to no mode'],
  ])('goes with no other: %s is refused', async (_, args, sentence) => {
    const { out, warnings } = await keys('issue', '--seller', 'Operators', ...args);
    expect([out, warnings]).toEqual(['', expect.stringContaining(sentence)]);
  });

  test('goes with no other in GraphQL either, and opens what operators may', async () => {
    const admin = await service.seller({ scopes: ['admin'] });
    expect(admin.key).toMatch(/^auc_admin_/);
    const issue = (scopes: string) =>
      admin.graphql(
        `mutation { issueApiKey(input: { sellerId: "${admin.sellerId}", scopes: [${scopes}] }) { key apiKey { prefix } errors { code fault message path } } }`,
      );
    const { key, apiKey } = (await issue('ADMIN')).body.data.issueApiKey;
    expect(key.startsWith(apiKey.prefix)).toBe(true);
    expect(apiKey.prefix).toMatch(/^auc_admin_\w{6}$/);
    expect((await issue('ADMIN, BIDS_READ')).body.errors[0].extensions.errors).toMatchObject([{ pointer: '/scopes' }]);
    const mayNotSell = await service.request('/v1/auctions', { headers: { authorization: `Bearer ${key}` } });
    expect(mayNotSell.body.code).toBe('insufficient_scope');
  });
});

test('a live key is issued with a warning while Stripe is not set up, and nothing else stands on standard output', async () => {
  const live = await keys('issue', '--seller', 'Acme', '--mode', 'live');
  expect(live.out).toMatch(/^auc_live_\w{49}$/);
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']) {
    expect(live.warnings).toContain(name);
  }
});
