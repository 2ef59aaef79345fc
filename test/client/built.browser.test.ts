import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { soundAuction } from '../contract/periods.ts';
import { servePage } from '../e2e/serve-page.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { startService } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');

describeInBrowser('the client as its own compiler builds it', async () => {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'auction-client-'));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const compiler = join(root, 'client/node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', join(root, 'client'), '--outDir', folder]);
  const service = made.use(await startService());
  const { url } = made.use(await servePage(service.deps));
  const browser = await sharedBrowser();
  const open = made.move();
  afterAll(() => open.disposeAsync());

  test('runs in a browser, which finds openapi-fetch by an import map', async () => {
    const { key } = await service.seller();
    await using opened = await openPage(browser);
    const { page, complaints } = opened;
    await page.route('**/built/**', async (route) => {
      const name = new URL(route.request().url()).pathname.slice('/built/'.length);
      const file =
        name === 'openapi-fetch.mjs' ? join(root, 'node_modules/openapi-fetch/dist/index.mjs') : join(folder, name);
      await route.fulfill({ contentType: 'text/javascript', body: await readFile(file, 'utf8') });
    });
    await page.route('**/built/page', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="importmap">{"imports":{"openapi-fetch":"/built/openapi-fetch.mjs"}}</script>',
      }),
    );
    await page.goto(`${url}/built/page`);
    const told = await page.evaluate(
      async ({ baseUrl, apiKey, body }) => {
        const { createAuctionClient } = await import(`${baseUrl}/built/client.js`);
        const client = createAuctionClient({ baseUrl, apiKey });
        const { response } = await client.POST('/v1/auctions', { body });
        const titles = [];
        for await (const { title } of client.eachAuction()) titles.push(title);
        return { status: response.status, titles };
      },
      { baseUrl: url, apiKey: key, body: soundAuction },
    );
    expect(told).toEqual({ status: 201, titles: [soundAuction.title] });
    expect(complaints).toEqual([]);
  });
});
