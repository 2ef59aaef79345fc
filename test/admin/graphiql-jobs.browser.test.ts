import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { adminStarters, starters } from '../../src/api/graphql/graphiql/starters.ts';
import { serveApp } from '../graphql/serve-app.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { type OpenedPage, openPage, sharedBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing, settling } from '../support/insert-auction.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { askFirst, selectTab } from '../support/play-tab.ts';
import { pressPlay } from '../support/press-play.ts';
import type { Seller } from '../support/seller.ts';
import { startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';

const nameOf = ({ query }: { query: string }) => /^(?:query|mutation|subscription) (\w+)/m.exec(query)![1]!;

test('every job of the guide has its tab, and those of an incident come first', () => {
  const guide = readFileSync(new URL('../../docs/operations/admin.md', import.meta.url), 'utf8');
  const [, jobs] = /\| Job \| Operation \|\n([^]*?)\n\n/.exec(guide)!;
  const operations = [...jobs!.matchAll(/`(\w+)(?:\(|`)/g)].map(([, operation]) => operation!);
  expect(operations.length).toBeGreaterThan(20);
  const fields = adminStarters.flatMap(({ query }) => [...query.matchAll(/^ +(\w+)/gm)].map(([, field]) => field));
  expect(operations.filter((operation) => !fields.includes(operation))).toEqual([]);
  expect(adminStarters.slice(0, 9).map(nameOf)).toEqual([
    'NeedsAttention',
    'Find',
    'EndAuction',
    'ReleaseHold',
    'ReadPayment',
    'RefuseCapture',
    'SettlementHolds',
    'ClearSettlementHold',
    'VoidBid',
  ]);
});

describeInBrowser('in a browser', { timeout: 180_000 }, async () => {
  const closing = new AsyncDisposableStack();
  afterAll(() => closing.disposeAsync());
  const config = readConfig({ ...withDatabase('postgres://unused'), GRAPHIQL: 'open', LOG_LEVEL: 'silent' });
  const service = closing.use(await startService({ config }));
  const served = closing.use(await serveApp(service.deps));
  const browser = await sharedBrowser();
  const operator = await service.seller({ name: 'Operators', scopes: ['admin'] });
  const acme = await service.seller({ name: 'Acme' });
  const answer = (page: Page) => page.locator('.graphiql-response');

  async function signedIn(path = '/graphql'): Promise<OpenedPage> {
    const opened = await openPage(browser);
    const { page } = opened;
    await page.goto(`${served.url}/admin`);
    await page.getByLabel('API key with the scope admin').fill(operator.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await page.goto(`${served.url}${path}`);
    return opened;
  }

  async function withKey({ key }: Seller): Promise<OpenedPage> {
    const opened = await openPage(browser);
    await opened.page.goto(`${served.url}/graphql`);
    await opened.page.getByLabel('API key').fill(key);
    return opened;
  }

  /** What the database holds, but for when a key or a session was last used. */
  async function everything(): Promise<Record<string, string>> {
    const { rows } = await service.db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'admin_sessions'`,
    );
    const contents = await Promise.all(
      rows.map(async ({ name }) => {
        const { rows: all } = await service.db.query<{ text: string }>(
          `select (to_jsonb(t) - 'last_used_at')::text as text from "${name}" t order by 1`,
        );
        return [name, all.map(({ text }) => text).join('\n')];
      }),
    );
    return Object.fromEntries(contents);
  }

  test.each([
    ['an operator', true],
    ['a seller', false],
  ])('%s who plays every tab untouched, in any order, changes nothing', async (_, isAdmin) => {
    const auction = await service.auction(acme, { ...ongoing, title: 'A walnut desk' });
    await service.bid(auction, { bidderId: 'ada@example.com', bidValueInCents: 10_000 });
    await insertEndpoint(service.db, acme);
    await using tab = isAdmin ? await signedIn() : await withKey(acme);
    const { page } = tab;
    const before = await everything();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/"query":"[^"]*\bmutation\b/.test(request.postData() ?? '')) sent.push(request.postData()!);
    });
    const tabs = (isAdmin ? adminStarters : starters).map((starter) => ({ name: nameOf(starter), ...starter }));
    for (const { name, query } of tabs.toReversed()) {
      await selectTab(page, name);
      if (!/^mutation/m.test(query)) {
        await pressPlay(page, /"(data|errors)"/);
        continue;
      }
      await pressPlay(page, askFirst(page));
      if (isAdmin) {
        await page.keyboard.press('Enter');
        expect(await askFirst(page).getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
      }
      await page.keyboard.press('Escape');
      await answer(page).getByText('Not sent: nothing was changed.').waitFor();
    }
    expect(sent).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('the dialog names the auction, and of a live seller it asks twice', async () => {
    const live = await service.seller({ name: 'Live Ltd', mode: 'live' });
    const { auctionId } = await service.auction(live, { ...ongoing, title: 'A marble bust' });
    await using tab = await signedIn();
    const { page } = tab;
    await selectTab(page, 'EndAuction');
    await pressPlay(page, askFirst(page));
    const dialog = askFirst(page);
    await page.keyboard.insertText(auctionId);
    await dialog.getByText('A marble bust · Live Ltd · LIVE').waitFor();
    await dialog.getByLabel('reason').fill('As its seller asked');
    expect((await axeViolations(page)).filter((violation) => /ask-|fields|Run/.test(violation))).toEqual([]);
    const run = dialog.getByRole('button', { name: 'Run', exact: true });
    await run.click();
    expect(await run.isDisabled()).toBe(true);
    await dialog.getByLabel('reason').fill('As its seller asked us');
    expect(await run.isDisabled()).toBe(true);
    await dialog.getByLabel('This is live').fill('live');
    await run.click();
    await answer(page).getByText(auctionId).waitFor();
    expect((await live.get(`/v1/auctions/${auctionId}`)).body.auction.status).toBe('completed');
    expect(tab.complaints).toEqual([]);
  });

  test.each([
    ['with a live key, twice', 'live', true],
    ['with a test key, once', 'test', false],
  ] as const)('a seller is asked %s', async (_, mode, isAskedAgain) => {
    const seller = await service.seller({ mode });
    await service.auction(seller, { title: 'An oak chair' });
    await using tab = await withKey(seller);
    const { page } = tab;
    await selectTab(page, 'CancelAuction');
    await pressPlay(page, askFirst(page));
    const dialog = askFirst(page);
    await dialog.getByRole('button', { name: 'The newest auction' }).click();
    await dialog.getByText('An oak chair').waitFor();
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    if (isAskedAgain) {
      await dialog.getByLabel('This is live').fill('live');
      await page.keyboard.press('Enter');
    }
    await answer(page).getByText('"success"').waitFor();
    expect((await seller.get('/v1/auctions')).body.auctions).toMatchObject([{ status: 'completed' }]);
  });

  test('a mutation that was written by hand is asked about by its title, and a query beside it is not', async () => {
    const { auctionId } = await service.auction(acme, { title: 'A pewter jug' });
    await using tab = await withKey(acme);
    const { page } = tab;
    const post = (query: string, operationName?: string): Promise<string> =>
      page.evaluate(async (body) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch('graphql', { method: 'POST', headers, body })).text();
      }, JSON.stringify({ query, operationName }));
    const field = `{ cancelAuction(input: { auctionId: "${auctionId}" }) { success errors { code fault message path } } }`;
    const beside = `query A { clock { now } } # mutation\nmutation B ${field}`;
    for (const [query, operationName] of [
      [`mutation ${field}`],
      [`# query A {\nmutation @include(if: true) ${field}`],
      [`mutation,B ${field}`, 'B'],
      [`mutation ${field.replace(auctionId, btoa(`Auction:${auctionId}`))}`],
      [beside, 'B'],
    ] as const) {
      const answered = post(query, operationName);
      await askFirst(page).getByText('A pewter jug').waitFor();
      await page.keyboard.press('Escape');
      expect(await answered).toContain('Not sent');
    }
    expect(await post(beside, 'A')).toMatch(/"now":/);
    expect(await post('{ clock { now } } # mutation')).toMatch(/"now":/);
  });

  test('the tabs fit on a small screen of 1280 px, and open again as they were edited', async () => {
    await using tab = await signedIn();
    const { page } = tab;
    await page.locator('.graphiql-tab').last().waitFor();
    const boxes = await Promise.all((await page.locator('.graphiql-tab').all()).map((one) => one.boundingBox()));
    expect(boxes.length).toBe(adminStarters.length);
    for (const box of boxes) expect(box!.x + box!.width).toBeLessThan(1280);
    await selectTab(page, 'AllBids');
    const editor = page.locator('.graphiql-query-editor');
    // On a busy machine the editor shows its text before it takes keys.
    const typed = async () => {
      await editor.getByText('adminBids').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('query AllBids { adminBids(first: 7) { nodes { bidId } } }');
      return await editor.getByText('first: 7').isVisible();
    };
    await expect.poll(typed).toBe(true);
    // GraphiQL stores its tabs a moment after the last change.
    const stored = async () => {
      const { tabs, activeTabIndex } = JSON.parse(
        String(await page.evaluate("localStorage.getItem('admin:graphiql:tabState')")),
      );
      return [JSON.stringify(tabs).includes('first: 7'), tabs[activeTabIndex].title];
    };
    await expect.poll(stored).toEqual([true, 'AllBids']);
    await selectTab(page, 'Sellers');
    await expect.poll(stored).toEqual([true, 'Sellers']);
    for (const _ of [1, 2]) {
      await page.goto('about:blank');
      await page.goto(`${served.url}/graphql`);
      await page.locator('.graphiql-tab').last().waitFor();
      await expect.poll(() => page.locator('.graphiql-tab').allInnerTexts()).toEqual(adminStarters.map(nameOf));
      await expect.poll(() => page.locator('.graphiql-tab-active').innerText()).toBe('Sellers');
    }
    await selectTab(page, 'AllBids');
    await page.locator('.graphiql-query-editor').getByText('first: 7').waitFor();
    // On a telephone the tabs scroll, and the selected one comes first.
    await page.setViewportSize({ width: 390, height: 800 });
    await page.waitForTimeout(500);
    await selectTab(page, 'AuditLog');
    await expect.poll(() => page.locator('.graphiql-tab-active').innerText()).toBe('AuditLog');
    // The strip of tabs scrolls to it.
    const endsAt = async () => {
      const box = await page.locator('.graphiql-tab-active').boundingBox();
      return box!.x + box!.width;
    };
    await expect.poll(endsAt).toBeLessThan(390);
    expect(tab.complaints).toEqual([]);
  });

  test('the first page acts on a row, and its change leads to the query of its entry, without a tab too many', async () => {
    await service.auction(acme, { ...settling, endsInSeconds: -600, title: 'A forgotten desk' });
    await using tab = await signedIn('/admin');
    const { page } = tab;
    const row = page.getByRole('listitem').filter({ hasText: 'A forgotten desk' });
    await row.getByText('End the auction without a capture').first().click();
    await row.getByLabel('Reason').fill('It was forgotten');
    await row.getByLabel('I mean it').check();
    await row.getByRole('button', { name: 'End the auction' }).click();
    await page.getByRole('status').getByText('Done').waitFor();
    for (const _ of [1, 2]) {
      await page.goto(`${served.url}/admin`);
      const change = page.getByRole('listitem').filter({ hasText: 'endAuction' }).first();
      await change.getByRole('link', { name: 'AuditLog' }).click();
      await pressPlay(page, '"It was forgotten"');
      expect(await page.locator('.graphiql-tab').count()).toBe(adminStarters.length);
    }
    expect(page.url()).toBe(`${served.url}/graphql`);
  });

  test('the first page finds anything, and keeps no key in the address', async () => {
    await using tab = await signedIn('/admin');
    const { page } = tab;
    for (const [text, shown] of [
      ['Acme', acme.sellerId],
      [acme.key, acme.apiKeyId],
    ] as const) {
      await page.goto(`${served.url}/admin`);
      await page.getByLabel('Find anything').fill(text);
      await page.getByRole('button', { name: 'Find' }).click();
      await pressPlay(page, shown);
      expect(await page.evaluate('JSON.stringify({ ...localStorage }) + location.href')).not.toContain(acme.key);
    }
    await page.locator('.graphiql-editor-tool').getByText('"text"').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(JSON.stringify({ text: `typed ${acme.key}` }));
    await expect
      .poll(() => page.evaluate('JSON.stringify({ ...localStorage })'), { timeout: 20_000 })
      .toContain(`typed ${acme.key.slice(0, 15)}`);
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(acme.key);
  });

  test('each job takes at most three clicks and one paste', async () => {
    const auction = await service.auction(acme, { ...ongoing, title: 'A copper kettle' });
    const { bidId } = await service.bid(auction, { bidderId: 'ada@example.com', bidValueInCents: 10_000 });
    const { endpointId } = await insertEndpoint(service.db, acme);
    const { rows } = await service.db.query<{ holdId: string }>(
      `insert into settlement_holds (reason, auction_id, provider, provider_reference) values ('payment_differs', $1, 'simulated', 'pay_1') returning hold_id as "holdId"`,
      [auction.auctionId],
    );
    const pasted: Record<string, string> = {
      auctionId: auction.auctionId,
      authorizationId: '01990000-0000-7000-8000-000000000000',
      holdId: rows[0]!.holdId,
      bidId,
      sellerId: acme.sellerId,
      apiKeyId: acme.apiKeyId,
      name: 'A new seller',
      address: 'ada@example.com',
      endpointId,
    };
    await using tab = await signedIn();
    const { page } = tab;
    for (const starter of adminStarters) {
      const name = nameOf(starter);
      await selectTab(page, name); // A click.
      if (!/^mutation/m.test(starter.query)) {
        await pressPlay(page, /"(data|errors)"/); // The second.
        continue;
      }
      await pressPlay(page, askFirst(page)); // The second.
      // The first field has the focus: the paste; others are typed.
      const fields = await askFirst(page).locator('.fields label').allInnerTexts();
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields) {
        await page.keyboard.insertText(pasted[field] ?? 'As its bidder asked');
        await page.keyboard.press('Tab');
      }
      await askFirst(page).getByRole('button', { name: 'Run', exact: true }).click(); // The third.
      const again = askFirst(page).getByLabel('This is live');
      if (await again.isVisible()) {
        await page.keyboard.insertText('live');
        await page.keyboard.press('Enter');
      }
      // The payment is unknown; everything else was done.
      const text =
        name === 'ConnectAccount' || starter.query.includes('authorizationId:') ? /"(data|errors)"/ : '"data"';
      await answer(page).getByText(text).first().waitFor();
      expect(await answer(page).innerText(), name).not.toContain('Not sent');
    }
  });
});
