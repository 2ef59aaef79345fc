import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { soundAuction } from '../contract/periods.ts';
import { servePage } from '../e2e/serve-page.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { startService } from '../support/service.ts';

const built = join(import.meta.dirname, '../../packages/client/dist');

describeInBrowser('the compiled client', async () => {
  await using made = new AsyncDisposableStack();
  const service = made.use(await startService());
  const { url } = made.use(await servePage(service.deps));
  const browser = await sharedBrowser();
  const open = made.move();
  afterAll(() => open.disposeAsync());

  test('runs in a browser without a bundler', async () => {
    const { key } = await service.seller();
    await using opened = await openPage(browser);
    const { page, complaints } = opened;
    await page.route('**/built/**', async (route) => {
      const name = new URL(route.request().url()).pathname.slice('/built/'.length);
      await route.fulfill({ contentType: 'text/javascript', body: await readFile(join(built, name), 'utf8') });
    });
    await page.route('**/built/page', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(`${url}/built/page`);
    const told = await page.evaluate(
      async ({ baseUrl, apiKey, body }) => {
        const { AuctionClient } = await import(`${baseUrl}/built/index.js`);
        const client = new AuctionClient({ baseUrl, apiKey });
        const { auctionId } = await client.auctions.create(body);
        const titles = [];
        for await (const { title } of client.auctions.each()) titles.push(title);
        const query = `{ auction(auctionId: "${auctionId}") { phase } }`;
        return { titles, data: await client.graphql(query) };
      },
      { baseUrl: url, apiKey: key, body: soundAuction },
    );
    expect(told).toEqual({ titles: [soundAuction.title], data: { auction: { phase: 'UPCOMING' } } });
    expect(complaints).toEqual([]);
  });
});
