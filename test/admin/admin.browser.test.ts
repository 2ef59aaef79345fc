import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { expectNoOverflow } from '../e2e/bidder-in-browser.ts';
import { serveApp } from '../graphql/serve-app.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { type OpenedPage, openPage, sharedBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { settling } from '../support/insert-auction.ts';
import { pressPlay } from '../support/press-play.ts';
import { startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';

describeInBrowser('an admin, in a browser that reaches nothing but the service', { timeout: 90_000 }, async () => {
  const closing = new AsyncDisposableStack();
  afterAll(() => closing.disposeAsync());
  const config = readConfig({ ...withDatabase('postgres://unused'), GRAPHIQL: 'admin', LOG_LEVEL: 'silent' });
  const service = closing.use(await startService({ config }));
  const alarms = closing.use(makeAlarms(service.deps));
  const served = closing.use(await serveApp({ ...service.deps, alarms }));
  const browser = await sharedBrowser();
  const { key } = await service.seller({ name: 'Operators', scopes: ['admin'] });
  const seller = await service.seller({ name: 'Acme' });
  await service.auction(seller, { ...settling, endsInSeconds: -600, title: 'A forgotten desk' });

  async function signedIn(): Promise<OpenedPage> {
    const opened = await openPage(browser);
    const { page } = opened;
    await page.goto(`${served.url}/graphql`);
    // GraphiQL is for admins alone here, so that this is the way in.
    await page.getByLabel('API key with the scope admin').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    return opened;
  }

  /** A page of our own: for everybody, in light and dark, from 320 px on. */
  async function expectForEverybody({ page }: OpenedPage): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await axeViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page, { runOnly: ['color-contrast'] })).toEqual([]);
    await page.setViewportSize({ width: 320, height: 600 });
    await expectNoOverflow(page);
  }

  test('signs in, and finds what needs attention and what was changed last', async () => {
    await using tab = await signedIn();
    const main = tab.page.getByRole('main');
    await main.getByText('A forgotten desk').waitFor();
    await main.getByText('see whether a worker runs').waitFor();
    expect(await main.getByRole('listitem').filter({ hasText: 'signIn' }).count()).toBe(1);
    await expectForEverybody(tab);
    expect(tab.complaints).toEqual([]);
  });

  test('acts on a row that needs attention, and reads its timeline', async () => {
    const { auctionId } = await service.auction(seller, {
      ...settling,
      endsInSeconds: -660,
      title: 'A withdrawn desk',
    });
    await using tab = await signedIn();
    const { page } = tab;
    const row = page.getByRole('listitem').filter({ hasText: 'A withdrawn desk' });
    await row.getByText('End the auction without a capture').first().click();
    await row.getByLabel('Reason').fill('Its seller has withdrawn it');
    await expectForEverybody(tab);
    // The browser itself asks for the confirmation.
    await row.getByRole('button', { name: 'End the auction' }).click();
    await row.getByLabel('I mean it').check();
    await row.getByRole('button', { name: 'End the auction' }).click();
    await page.getByRole('status').getByText('Done').waitFor();
    expect(await row.count()).toBe(0);
    await expectForEverybody(tab);
    await page.goto(`${served.url}/admin/auctions/${auctionId}`);
    await page.getByText('An operator ran endAuction: Its seller has withdrawn it.').waitFor();
    await expectForEverybody(tab);
    expect(tab.complaints).toEqual([]);
  });

  test('sees that no auction is settled, and why', async () => {
    await service.db.query(`insert into settlement_holds (reason) values ('moved')`);
    await using tab = await signedIn();
    await tab.page.getByRole('main').getByText('No auction is settled').waitFor();
    await expectForEverybody(tab);
    await service.db.query('delete from settlement_holds');
    await tab.page.reload();
    await tab.page.getByRole('main').getByText('A forgotten desk').waitFor();
    expect(await tab.page.getByText('No auction is settled').count()).toBe(0);
  });

  test('is told at the form why a key is refused', async () => {
    await using tab = await openPage(browser);
    await tab.page.goto(`${served.url}/admin`);
    await expectForEverybody(tab);
    await tab.page.getByLabel('API key').fill(seller.key);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByRole('alert').getByText('lacks the scope').waitFor();
    await expectForEverybody(tab);
    expect(await tab.page.evaluate('document.documentElement.outerHTML')).not.toContain(seller.key.slice(20));
  });

  test('works in GraphiQL without pasting a key, with a tab for each job', async () => {
    await using tab = await signedIn();
    const { page } = tab;
    await page.getByRole('link', { name: 'GraphiQL' }).click();
    await page
      .locator('#key-hint')
      .getByText(/^Signed in as an admin/)
      .waitFor();
    await pressPlay(page, '"SETTLEMENT_OPEN"');
    await page.locator('.graphiql-tab').getByText('Sellers', { exact: true }).click();
    await pressPlay(page, '"Acme"');
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.locator('.graphiql-plugin').getByRole('link', { name: 'Query', exact: true }).waitFor();
    expect(tab.complaints).toEqual([]);
  });

  test('looks into the queue and the documentation, and signs out', async () => {
    await using tab = await signedIn();
    const { page } = tab;
    await page.getByRole('link', { name: /^Queue/ }).click();
    await page.getByRole('link', { name: 'alarms' }).first().waitFor();
    // Its own documentation is on the Internet, and there is no Redis here whose figures it could show.
    expect(await page.getByRole('link', { name: 'Docs' }).count()).toBe(0);
    expect(await page.locator('.rds-b1').count()).toBe(0);
    expect(await page.evaluate("fetch('/docs/schema.graphql').then(({ status }) => status)")).toBe(200);
    await page.goto(`${served.url}/docs`);
    await page.getByRole('heading', { level: 1 }).waitFor();

    await page.goto(`${served.url}/admin`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.goto(`${served.url}/admin/queues`);
    await page.getByLabel('API key').waitFor();
    // What the board preloads for its next page is its own affair.
    expect(tab.complaints.filter((complaint) => !complaint.includes('was preloaded using link preload'))).toEqual([]);
  });
});
