import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { starters } from '../../src/api/graphql/graphiql/starters.ts';
import { playStarters } from '../docs/play-starters.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { playMutation, selectTab } from '../support/play-tab.ts';
import { pressPlay } from '../support/press-play.ts';
import { sharedService } from '../support/service.ts';
import { serveApp } from './serve-app.ts';

const service = await sharedService();
const served = await serveApp(service.deps);
afterAll(() => served[Symbol.asyncDispose]());

const address = `${served.url}/graphql`;

describeInBrowser('in a browser that reaches nothing but the service', async () => {
  const browser = await sharedBrowser();

  const playButton = (page: Page) => page.getByRole('button', { name: /^Execute query/ });
  const hint = (page: Page) => page.locator('#key-hint');

  async function opened() {
    const opened = await openPage(browser);
    await opened.page.goto(address);
    await playButton(opened.page).waitFor();
    return opened;
  }

  test('a newcomer pastes a key, presses play and sees the auctions', async () => {
    const seller = await service.seller();
    await service.auction(seller, { title: 'A walnut desk, 1962' });
    await using tab = await opened();
    const { page, complaints } = tab;
    await page.getByLabel('API key').fill(seller.key);
    await pressPlay(page, '"A walnut desk, 1962"');
    expect(await hint(page).innerText()).toMatch(/^Test mode/);
    expect(complaints).toEqual([]);
  });

  test('without a key, the answer says how a key is sent', async () => {
    await using tab = await opened();
    expect(await hint(tab.page).innerText()).toMatch(/^Without a key/);
    await pressPlay(tab.page, '"missing_api_key"');
    expect(tab.complaints).toEqual([expect.stringContaining('401 (Unauthorized)')]);
  });

  test('a mistyped key is told of and not sent, and a live one announced', async () => {
    await using tab = await opened();
    await tab.page.getByLabel('API key').fill('aucion_test_…');
    expect(await hint(tab.page).innerText()).toMatch(/not sent\.$/);
    await pressPlay(tab.page, '"missing_api_key"');
    const { key } = await service.seller({ mode: 'live' });
    await tab.page.getByLabel('API key').fill(` ${key} `);
    expect(await hint(tab.page).innerText()).toMatch(/^Live/);
    expect(tab.complaints).toEqual([expect.stringContaining('401 (Unauthorized)')]);
  });

  test('the key is in the session storage of its tab, and nowhere else', async () => {
    const { key } = await service.seller();
    await using tab = await opened();
    const { page } = tab;
    await page.getByLabel('API key').fill(key);
    await pressPlay(page, '"auctions"');
    await page.reload();
    await playButton(page).waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe(key);
    expect(await page.evaluate('JSON.stringify({ ...localStorage }) + document.cookie + location.href')).not.toContain(
      key,
    );

    const other = await page.context().newPage();
    await other.goto(address);
    expect(await other.getByLabel('API key').inputValue()).toBe('');
  });

  test('the docs open with descriptions, even where the key is wrong', async () => {
    await using tab = await opened();
    const { page } = tab;
    await page.getByLabel('API key').fill('auc_test_unknown');
    await page.reload();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const docs = page.locator('.graphiql-plugin');
    await docs.getByRole('link', { name: 'Mutation', exact: true }).click();
    await docs.getByText('Creates, changes and cancels your auctions.').waitFor();
    await docs.getByText('Creates an upcoming auction. Share its auctionUrl with bidders.').waitFor();
    expect(tab.complaints).toEqual([]);
  });

  test('each starter has a tab, and tomorrow is offered, also of a test clock that was moved by 25 hours', async () => {
    const seller = await service.seller();
    await using tab = await opened();
    const { page } = tab;
    const names = starters.map(({ query }) => /^(?:query|mutation|subscription) (\w+)/m.exec(query)![1]!);
    expect(await page.locator('.graphiql-tab').allInnerTexts()).toEqual(names);

    await selectTab(page, 'CreateAuction');
    await page.getByLabel('API key').fill(seller.key);
    await playMutation(page, {});
    await page.locator('.graphiql-response').getByText('"upcoming"').waitFor();
    expect((await seller.get('/v1/auctions')).body.auctions).toHaveLength(1);
    expect(tab.complaints).toEqual([]);

    await seller.mutate('advanceTestClock', { bySeconds: 90000 });
    await playMutation(page, {});
    await expect
      .poll(async () => (await seller.get('/v1/auctions?status=upcoming')).body.auctions.length, { timeout: 20_000 })
      .toBe(1);
    expect((await seller.get('/v1/auctions')).body.auctions).toHaveLength(2);
  });

  test(
    'a newcomer plays every tab from the first to the last, and again after the clock was moved by 25 hours',
    { timeout: 180_000 },
    async () => {
      const { key, graphql } = await service.seller();
      expect((await playStarters(browser, { url: served.url, key })).length).toBe(starters.length);
      await graphql(
        'mutation { advanceTestClock(input: { bySeconds: 90000 }) { clock { now } errors { code fault message path } } }',
      );
      await playStarters(browser, { url: served.url, key });
    },
  );

  test('in a query, an id of zeros stands for the newest auction; and a variable that is not declared is named', async () => {
    const seller = await service.seller();
    await service.auction(seller, { title: 'An older desk' });
    await service.auction(seller, { title: 'The newest desk' });
    await using tab = await opened();
    const { page } = tab;
    await page.getByLabel('API key').fill(seller.key);
    await page.locator('.graphiql-tab').getByText('OneAuction').click();
    await pressPlay(page, '"The newest desk"');
    const undeclared = {
      query: 'query ($first: Int) { auctions(first: $first) { nodes { __typename } } }',
      variables: { titleContains: 'x' },
    };
    const answer = await page.evaluate(
      async (body) => (await fetch('graphql', { method: 'POST', body })).text(),
      JSON.stringify(undeclared),
    );
    expect(answer).toContain('The operation does not declare \\"titleContains\\"');
    expect(tab.complaints).toEqual([]);
  });

  test('GraphiQL shows each event as it comes', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, { ...ongoing, title: 'A desk' });
    await using opened = await openPage(browser);
    const { page, complaints } = opened;
    const subscription = `subscription { auctionChanged(auctionId: "${auctionId}") { title bidCount } }`;
    await page.goto(`${address}?query=${encodeURIComponent(subscription)}`);
    await page.getByLabel('API key').fill(seller.key);
    await pressPlay(page, '"A desk"');
    await seller.patch(`/v1/auctions/${auctionId}`, { title: 'A chair' });
    await page.locator('.graphiql-response').getByText('"A chair"').waitFor();
    expect(complaints).toEqual([]);
  });
});
