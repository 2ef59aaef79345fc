import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { setBrowserStage } from '../e2e/browser-stage.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';

const page = new URL('../../examples/live-page/list.html', import.meta.url);

describeInBrowser('the list of live auctions', async () => {
  const stage = await setBrowserStage();

  /** A shop of another origin with the example and its settings. */
  async function startShop(settings: Record<string, unknown>) {
    const list = await readFile(page, 'utf8');
    const lines = Object.entries(settings).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
    const server = createServer(({ url }, response) => {
      const [type, body] = url === '/settings.js' ? ['text/javascript', lines.join('\n')] : ['text/html', list];
      response.setHeader('content-type', type).end(body);
    });
    await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
    return {
      origin: `http://localhost:${(server.address() as AddressInfo).port}`,
      [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
    };
  }

  test('takes at most 40 lines', async () => {
    expect((await readFile(page, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  test('shows eight auctions on a page of another origin, counts down, and leaves room for other requests', async () => {
    const { service, served } = stage;
    const seller = await service.seller();
    const anybody = await service.seller({ name: seller.name, scopes: ['public'] });
    const auctions = [];
    for (let count = 1; count <= 8; count += 1) {
      auctions.push(await service.auction(seller, { ...ongoing, title: `Lot ${count}` }));
    }
    const auctionIds = auctions.map(({ auctionId }) => auctionId);
    await using shop = await startShop({ auctionIds, key: anybody.key, url: `${served.url}/graphql` });
    await using opened = await openPage(stage.browser);
    const tab = opened.page;
    let streams = 0;
    tab.on('request', (request) => {
      if (request.method() === 'POST' && request.headers()['accept'] === 'text/event-stream') streams += 1;
    });
    await tab.goto(shop.origin);
    const row = (title: string) => tab.getByRole('listitem').filter({ hasText: title });
    for (let count = 1; count <= 8; count += 1) {
      await row(`Lot ${count}`)
        .getByText(/no bid yet, ends in \d\d:\d\d:\d\d$/)
        .waitFor();
    }
    const before = await row('Lot 3').innerText();
    await expect.poll(() => row('Lot 3').innerText(), { timeout: 10_000 }).not.toBe(before);

    await service.bid(auctions[4]!, { bidValueInCents: 7_500 });
    service.deps.live.announce(auctionIds[4]!);
    await row('Lot 5').getByText('$75.00').waitFor();
    await seller.patch(`/v1/auctions/${auctionIds[5]}`, { title: 'Lot 6, restored' });
    await row('Lot 6, restored').waitFor();

    const asked = await tab.evaluate(
      async ([url, key]) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const ask = () => fetch(url!, { method: 'POST', headers, body: '{"query":"{ clock { now } }"}' });
        const answers = await Promise.all(Array.from({ length: 12 }, ask));
        return answers.map((answer) => [answer.status, answer.headers.get('date') !== null]);
      },
      [`${served.url}/graphql`, anybody.key],
    );
    expect(asked).toEqual(Array.from({ length: 12 }, () => [200, true]));
    expect(streams).toBe(1);
    expect(opened.complaints).toEqual([]);
  });
});
