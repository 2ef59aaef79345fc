import { expect, test } from 'vitest';
import { placeBid as bidAs } from '../../src/auctions/bids/place-bid.ts';
import { bidRequest } from '../support/bid-request.ts';
import { openPage } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import { ongoing } from '../support/insert-auction.ts';
import { setBrowserStage } from './browser-stage.ts';

describeInBrowser('an end that bids move, in a browser', async () => {
  const { service, served, browser } = await setBrowserStage();
  const seller = await service.seller();
  const softClose = { windowSeconds: 120, maximumSeconds: 3_600 };
  const bidSteps = [{ fromInCents: 0, stepInCents: 500 }];

  test.each([390, 1280])('the page of a width of %i follows it, and says each extension once', async (width) => {
    const auction = await service.auction(seller, { ...ongoing, endsInSeconds: 600, softClose, bidSteps });
    const { auctionId } = auction;
    await using opened = await openPage(browser, { viewport: { width, height: 844 }, timezoneId: 'Europe/Vienna' });
    const { page } = opened;
    const open = async () => await page.goto(`${served.url}/auctions/${auctionId}`);
    const says = (text: string) => page.locator('#ends').getByText(text).waitFor({ state: 'visible' });
    await open();
    await says('extends it by 2 minutes');
    expect(await page.locator('#ends').innerText()).toMatch(/^Bidding ends at .* GMT\+1\. .* GMT\+1 at the latest\.$/s);
    const endsIn = (seconds: number) =>
      service.db.query(
        `update auctions set bidding_period_ends_at = clock_timestamp() + $2 * interval '1 second' where auction_id = $1`,
        [auctionId, seconds],
      );
    await endsIn(60);
    await open();
    await says('A leading bid now extends the bidding.');
    expect(await bidAs(service.deps, bidRequest(auctionId, { valueInCents: 5_000 }))).toMatchObject({
      outcome: 'placed',
    });
    await page
      .locator('#announcer')
      .getByText(/Extended to .* GMT\+1/)
      .waitFor({ state: 'attached' });
    await says('Extended to');
    await service.db.query(
      `update auctions set scheduled_ends_at = bidding_period_ends_at - soft_close_maximum_seconds * interval '1 second' where auction_id = $1`,
      [auctionId],
    );
    await open();
    await says('This end is final.');
  });
});
