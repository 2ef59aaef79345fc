import { describe, expect, test } from 'vitest';
import type { Scope } from '../../src/core/viewer.ts';
import { upcoming } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { sellerBrowser, textOf } from './seller-browser.ts';

const service = await serviceForFile();
const scopes: readonly Scope[] = ['auctions:read', 'bids:read', 'keys:write'];

async function start(of: readonly Scope[] = scopes) {
  const seller = await service.seller({ scopes: of });
  return { seller, browser: await sellerBrowser(service, seller) };
}

const shownKey = (text: string) => /auc_(?:live|test|pub)_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? null;
const statusWith = async (key: string) =>
  (await service.request('/v1/auctions', { headers: { authorization: `Bearer ${key}` } })).status;

test('a seller issues a secret key, which is shown once and works', async () => {
  const { browser } = await start();
  const form = { 'scopes-AUCTIONS_READ': 'yes', token: crypto.randomUUID() };
  const issued = await browser.send('/seller/keys', 'secret', form);
  expect(textOf(issued)).toContain('it is not shown again');
  const key = shownKey(issued.text)!;
  expect(await statusWith(key)).toBe(200);
  const listed = await browser.get('/seller/keys');
  expect(listed.text).not.toContain(key);
  expect(textOf(listed)).toMatch(/auc_test_\w{6}… May Read auctions Issued .* Last used .* Ends Never/);
  // A reload sends the form again: it counts once, and the key does not come back.
  const again = await browser.send('/seller/keys', 'secret', form);
  expect(again.text).not.toContain(key);
  expect(textOf(again)).toContain('You have sent this form before');
});

test('a key is named when it is issued, and named anew, and the list shows the name', async () => {
  const { browser, seller } = await start();
  await browser.send('/seller/keys', 'secret', { 'scopes-AUCTIONS_READ': 'yes', name: 'Shop <1>' });
  expect(textOf(await browser.get('/seller/keys'))).toMatch(/Shop &lt;1&gt; auc_test_\w{6}…/);
  const { rows } = await service.db.query<{ apiKeyId: string }>(
    `select api_key_id as "apiKeyId" from api_keys where seller_id = $1 and name = 'Shop <1>'`,
    [seller.sellerId],
  );
  const { apiKeyId } = rows[0]!;
  const path = `/seller/keys?key=${apiKeyId}`;
  expect((await browser.send(path, 'rename', { apiKeyId, name: 'Stall' })).status).toBe(303);
  expect(textOf(await browser.get('/seller/keys'))).toMatch(/Stall auc_test_\w{6}…/);
  const faulty = await browser.send(path, 'rename', { apiKeyId, name: 'x'.repeat(101) });
  expect(faulty.status).toBe(422);
  expect((await browser.send(path, 'rename', { apiKeyId, name: '' })).status).toBe(303);
  expect(textOf(await browser.get('/seller/keys'))).not.toContain('Stall');
});

test('a key gets no scope that the key of the session lacks, and the form does not offer one', async () => {
  const { browser, seller } = await start();
  expect(textOf(await browser.get('/seller/keys'))).not.toContain('Read and change webhooks');
  const refused = await browser.send('/seller/keys', 'secret', { 'scopes-WEBHOOKS_WRITE': 'yes' });
  expect(refused.status).toBe(422);
  const { rows } = await service.db.query('select from api_keys where seller_id = $1', [seller.sellerId]);
  expect(rows).toHaveLength(1);
});

test('every fault of a form for keys is said at once next to its field, and what was typed stays', async () => {
  const { browser } = await start();
  const faulty = await browser.send('/seller/keys', 'secret', { expiresTimestamp: 'soon', zone: 'UTC' });
  expect(faulty.status).toBe(422);
  expect(textOf(faulty)).toContain('2 things need a change');
  expect(textOf(faulty)).toContain('Choose a day and a time.');
  expect(textOf(faulty)).toContain('Tick at least one.');
  const past = await browser.send('/seller/keys', 'secret', {
    'scopes-BIDS_READ': 'yes',
    expiresTimestamp: '2001-01-01T00:00',
  });
  expect(textOf(past)).toContain('Choose a time that lies ahead.');
  expect(past.text).toMatch(/name="scopes-BIDS_READ" value="yes" checked/);
  const origins = await browser.send('/seller/keys', 'public', { origins: 'https://shop.example/path' });
  expect(textOf(origins)).toContain('Enter one address a line');
  expect(origins.text).toContain('https://shop.example/path</textarea>');
});

test('a public key is issued for chosen auctions and pages, and the list names them', async () => {
  const { browser, seller } = await start();
  const { auctionId } = await service.auction(seller, { ...upcoming, title: 'A desk' });
  const issued = await browser.send('/seller/keys', 'public', {
    [`auctionIds-${auctionId}`]: 'yes',
    origins: 'https://shop.example\nhttps://other.example',
  });
  expect(shownKey(issued.text)).toMatch(/^auc_pub_/);
  expect(textOf(issued)).toMatch(
    /Auctions A desk Pages that may use it https:\/\/shop\.example , https:\/\/other\.example/,
  );
});

test('a key that does not read bids issues no public key, and the page says so', async () => {
  const { browser } = await start(['auctions:read', 'keys:write']);
  expect(textOf(await browser.get('/seller/keys'))).toContain('Only a key that reads auctions and bids');
});

test('replacing a key shows the new one, and the old one stops working', async () => {
  const { browser, seller } = await start();
  const { key, apiKeyId } = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
  const replaced = await browser.send(`/seller/keys?key=${apiKeyId}`, 'replace', { apiKeyId });
  expect([await statusWith(key), await statusWith(shownKey(replaced.text)!)]).toEqual([401, 200]);
});

test('the key of the session is not replaced, as its page could not show the new one', async () => {
  const { browser, seller } = await start();
  const { apiKeyId } = seller;
  const page = await browser.get(`/seller/keys?key=${apiKeyId}`);
  expect(page.text).not.toContain('id="form-replace"');
  const refused = await browser.send(`/seller/keys?key=${apiKeyId}`, 'replace', { apiKeyId });
  expect(refused.status).toBe(422);
  expect(await statusWith(seller.key)).toBe(200);
});

test('the page asks before it revokes a key, and says what stops working', async () => {
  const { browser, seller } = await start();
  const { key, apiKeyId } = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
  const path = `/seller/keys?key=${apiKeyId}`;
  expect(textOf(await browser.get(path))).toContain('Programs that use this key are refused from then on');
  expect((await browser.send(path, 'revoke', { apiKeyId })).status).toBe(422);
  expect(await statusWith(key)).toBe(200);
  expect((await browser.send(path, 'revoke', { apiKeyId, confirm: 'yes' })).status).toBe(303);
  expect(await statusWith(key)).toBe(401);
  expect(textOf(await browser.get('/seller/keys'))).toContain('… Revoked');
});

test('revoking the key of the session says so, and signs out', async () => {
  const { browser, seller } = await start();
  const { apiKeyId } = seller;
  const path = `/seller/keys?key=${apiKeyId}`;
  expect(textOf(await browser.get(path))).toContain('revoking it signs you out');
  await browser.send(path, 'revoke', { apiKeyId, confirm: 'yes' });
  expect((await browser.get('/seller/keys')).text).toContain('type="password"');
});

test('a key without keys:write reads which scope it lacks', async () => {
  const { browser } = await start(['auctions:read']);
  const page = await browser.get('/seller/keys');
  expect(textOf(page)).toContain('your key lacks the scope “keys:write”');
  expect(page.text).not.toContain('id="form-secret"');
});

test('twenty keys are on a page, and the others on the next', async () => {
  const { browser, seller } = await start();
  await service.db.query(
    `insert into api_keys (seller_id, prefix, digest, scopes, created_at)
     select $1, 'auc_test_' || lpad(i::text, 6, '0'), sha256(($1::uuid || i::text)::bytea), '{auctions:read}', now() - i * interval '1 hour'
     from generate_series(1, 25) i`,
    [seller.sellerId],
  );
  const first = await browser.get('/seller/keys');
  expect(textOf(first)).toContain('auc_test_000019');
  expect(textOf(first)).not.toContain('auc_test_000020');
  const [, later] = /href="(\?after=[^"]+)"/.exec(first.text)!;
  const second = await browser.get(`/seller/keys${later}`);
  expect(textOf(second)).toContain('auc_test_000025');
  expect(second.text).toContain('href="?before=');
});

describe('the keys of another seller', () => {
  test('are neither shown, nor replaced, nor revoked', async () => {
    const { seller } = await start();
    const { browser } = await start();
    const { apiKeyId } = seller;
    const path = `/seller/keys?key=${apiKeyId}`;
    expect((await browser.get(path)).text).not.toContain('id="form-revoke"');
    for (const form of ['replace', 'revoke']) {
      const answer = await browser.send(path, form, { apiKeyId, confirm: 'yes' });
      expect(answer.status).toBe(422);
      expect(textOf(answer)).toContain('You have no such key.');
    }
    expect(await statusWith(seller.key)).toBe(200);
  });

  test('a public key is issued for none of their auctions', async () => {
    const { seller } = await start();
    const { auctionId } = await service.auction(seller, upcoming);
    const { browser } = await start();
    const answer = await browser.send('/seller/keys', 'public', { [`auctionIds-${auctionId}`]: 'yes' });
    expect(answer.status).toBe(422);
    expect(shownKey(answer.text)).toBeNull();
  });
});

test('the form says when a key without an end of its own ends', async () => {
  const { browser, seller } = await start();
  expect(textOf(await browser.get('/seller/keys'))).toContain('Empty: it does not end by itself.');
  await service.db.query(
    `update api_keys set expires_at = clock_timestamp() + interval '1 day' where api_key_id = $1`,
    [seller.apiKeyId],
  );
  const page = textOf(await browser.get('/seller/keys'));
  expect(page).not.toContain('does not end by itself');
  expect(page.match(/Empty: it ends together with the key that you signed in with\./g)).toHaveLength(2);
});
