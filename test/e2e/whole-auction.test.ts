import { expect, test } from 'vitest';
import { AuctionClient } from '../../packages/client/src/index.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { openAuction, placeBid, waitForText } from './bidder-in-browser.ts';
import { setBrowserStage } from './browser-stage.ts';

describeInBrowser('a whole auction, played through the doors alone', async () => {
  const { service, served, browser } = await setBrowserStage();

  test('created by REST, bid on by page, its first capture fails, the second bidder wins', async () => {
    const { key } = await service.seller();
    const client = new AuctionClient({ baseUrl: served.url, apiKey: key });
    const advance = async (bySeconds: number) => {
      const document =
        'mutation ($by: Int!) { advanceTestClock(input: { bySeconds: $by }) { clock { now } errors { code fault message path } } }';
      const { advanceTestClock } = await client.graphql<{ advanceTestClock: { clock: { now: string } } }>(document, {
        by: bySeconds,
      });
      return Date.parse(advanceTestClock.clock.now);
    };

    const startTimestamp = Math.floor(Date.now() / 1000) + 120;
    const auction = await client.auctions.create({
      title: 'A walnut writing desk',
      minimumBidValueInCents: 5_000,
      biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 7 * 86_400 },
    });
    const read = () => client.auctions.get(auction.auctionId, { includeBids: true });
    expect(await advance(180)).toBeGreaterThan(startTimestamp * 1000);
    expect((await read()).status).toBe('ongoing');

    await using first = await openAuction(
      browser,
      auction.auctionUrl.replace(/^.*\/auctions/, `${served.url}/auctions`),
    );
    await placeBid(first.page, { amount: '80', email: 'ann@example.com' });
    await waitForText(first.page, '#outcome', 'Your bid: $80.00 · You lead');
    await using second = await openAuction(browser, first.page.url());
    // Holds, and is declined when it is to be captured.
    await placeBid(second.page, { amount: '90', email: 'bob@example.com', card: '4000000000000341' });
    await waitForText(second.page, '#outcome', 'Your bid: $90.00 · You lead');

    await advance(8 * 86_400);

    const ended = await read();
    expect(ended.status).toBe('completed');
    expect(ended.bids).toHaveLength(2);
    expect(ended.bids).toContainEqual(
      expect.objectContaining({ bidderId: 'ann@example.com', bidValueInCents: 8_000, isWinningBid: true }),
    );
    expect(ended.bids).toContainEqual(
      expect.objectContaining({ bidderId: 'bob@example.com', bidValueInCents: 9_000, isWinningBid: false }),
    );
    // The winner's page says so by itself, and the other's that it was not charged.
    await waitForText(first.page, 'main', 'Sold for $80.00');
    await waitForText(second.page, 'main', 'Sold for $80.00');
    expect(first.complaints).toEqual([]);
  });
});
