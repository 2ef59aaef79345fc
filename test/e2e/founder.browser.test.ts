import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { askDueRefunds } from '../reversals/ask-due-refunds.ts';
import { startMailService } from '../mail/mail-stage.ts';
import { formatsOf } from '../../src/core/language-formats.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/describe-with.ts';
import type { Seller } from '../support/seller.ts';
import { expectNoOverflow, openAuction, placeBid, waitForText } from './bidder-in-browser.ts';
import { cameraPicture, slowDown } from './camera.ts';
import { servePage } from './serve-page.ts';

// Six pictures of twelve million pixels are made smaller, sent and encoded beside other tests.
vi.setConfig({ testTimeout: 400_000 });

/** A page is for everybody, and as wide as the window. */
async function judge(page: Page): Promise<void> {
  await expectNoOverflow(page);
  expect(await axeViolations(page)).toEqual([]);
}

/** The books of an auction, which the sentences of its pages are compared with. */
async function booksOf(seller: Seller, auctionId: string) {
  const query = `{ auction(auctionId: "${auctionId}") {
    outcome winningBid { bidderId }
    payment { capturedInCents refundedInCents refundableInCents }
    ledger { balance { heldInCents capturedInCents refundedInCents keptInCents } } } }`;
  return (await seller.graphql(query)).body.data.auction;
}

const auctionIn = (page: Page) => /auctions\/([\da-f-]{36})/.exec(page.url())![1]!;

describeInBrowser('a founder who sells with her phone', async () => {
  const mail = await startMailService();
  const { service } = mail;
  const served = await servePage(service.deps);
  const browser = await sharedBrowser();
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await mail[Symbol.asyncDispose]();
  });
  const picture = await cameraPicture();
  const folder = await mkdtemp(join(tmpdir(), 'founder-'));
  afterAll(() => rm(folder, { recursive: true }));
  const files = Array.from({ length: 6 }, (_, at) => join(folder, `IMG_${at + 1}.jpg`));
  for (const file of files) await writeFile(file, picture);

  /**
   * Sends the messages that are due over SMTP, as a worker does for a live seller. Only a test seller's clock can be moved, and only its money
   * is held without a card.
   *
   * @returns the text of the last message of this subject to an address
   */
  async function told({ sellerId }: Seller, address: string, subject: string): Promise<string> {
    const { rows } = await service.db.query<{ offset: string }>(
      'select clock_offset_ms as offset from sellers where seller_id = $1',
      [sellerId],
    );
    const set = (mode: string, offset: string) =>
      service.db.query('update sellers set mode = $2, clock_offset_ms = $3 where seller_id = $1', [
        sellerId,
        mode,
        offset,
      ]);
    await set('live', '0');
    await mail.work();
    await set('test', rows[0]!.offset);
    expect(mail.arrived(address)).toContainEqual(expect.stringContaining(subject));
    return mail.server.received.findLast(
      ({ to, mail: { subject: found } }) => to === address && found?.includes(subject),
    )!.mail.text!;
  }

  const { dollars } = formatsOf('en');

  test.each([
    { width: 390, height: 844 },
    { width: 1_280, height: 800 },
  ])('lists, sells, ships, refunds, lists again and exports, $width pixels wide', async (viewport) => {
    const seller = await service.seller();
    mail.server.received.length = 0;
    await using opened = await openPage(browser, { viewport, locale: 'en-US', timezoneId: 'Europe/Vienna' });
    const { page, complaints } = opened;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`${served.url}/seller/profile`);
    await page.getByLabel('Your secret key').fill(seller.key);
    await button('Sign in').click();
    await slowDown(page);
    await page.getByLabel('Name, address and telephone').check();
    const desk = `desk-${viewport.width}@example.com`;
    await page.locator('#profile-email').fill(desk);
    await button('Save the profile').click();
    await waitForText(page, '.notice.good', 'saved');

    const asked = await told(seller, desk, 'Confirm your address');
    expect(asked).not.toContain('$');
    await mail.confirm(desk);

    await page.goto(`${served.url}/seller/list`);
    // The script has found the zone.
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Vienna');
    await page.getByLabel('Add pictures').setInputFiles(files);
    await page.getByLabel('Title').fill('A walnut writing desk');
    await page.getByLabel('Minimum bid').fill('50');
    await page.getByLabel('Description').fill('Solid walnut, from **1962**.');
    await judge(page);
    await button('List the item').click();
    await waitForText(page, '#main', 'Your item is listed');
    const pictures = () => page.locator('#item-pictures .thumbnail img').count();
    await expect.poll(pictures, { timeout: 200_000, interval: 500 }).toBe(6);
    const auctionId = auctionIn(page);

    await button('Let it begin').click();
    await waitForText(page, '#pill', 'Open');
    await judge(page);
    await using bidder = await openAuction(browser, `${served.url}/auctions/${auctionId}`);
    await placeBid(bidder.page, { amount: '80', email: 'ada@example.com' });
    await waitForText(bidder.page, '#outcome', 'Your bid: $80.00 · You lead', 30_000);
    // The page shows the bid by itself.
    await waitForText(page, '#live', '$80.00', 30_000);
    const { balance } = (await booksOf(seller, auctionId)).ledger;
    expect(balance).toMatchObject({ heldInCents: 8_000, capturedInCents: 0 });
    const held = dollars(balance.heldInCents);
    const placed = await told(seller, 'ada@example.com', `Your bid of ${held}`);
    expect(placed).toContain(`Held on your card: ${held}`);
    expect(placed).toContain('A hold is not a charge.');
    expect(await told(seller, desk, `A first bid of ${held}`)).toContain(`${held} is held on the card of the bidder.`);
    await button('Let it end').click();
    await waitForText(page, '#winner', 'ada@example.com has won with $80.00. $80.00 was charged to the card.');
    expect(await booksOf(seller, auctionId)).toMatchObject({
      outcome: 'SOLD',
      winningBid: { bidderId: 'ada@example.com' },
      payment: { capturedInCents: 8_000, refundedInCents: 0 },
    });
    const sale = await booksOf(seller, auctionId);
    const charged = dollars(sale.payment.capturedInCents);
    const soldTo = await told(seller, desk, `Sold for ${charged}`);
    expect(soldTo).toContain(`${charged} was charged to the winner’s card.`);
    expect(soldTo).toContain(`Charged: ${charged}\nWinner: ${sale.winningBid.bidderId}`);
    const won = await told(seller, 'ada@example.com', 'You have won');
    expect(won).toContain(`${charged} was charged to your card`);
    expect(won).toContain('The seller needs to know where to send it.');
    // A link in its own color would be as dark as the box, which axe passes over.
    const colors = await page.evaluate(() =>
      ['#winner', '#winner a'].map((selector) => getComputedStyle(document.querySelector(selector)!).color),
    );
    expect(colors[1]).toBe(colors[0]);
    await judge(page);

    await bidder.page.reload();
    await bidder.page.getByLabel('Name').fill('Ada Byron');
    await bidder.page.getByLabel('Address').fill('12 Square\nLondon');
    await bidder.page.getByLabel('Telephone').fill('+44 20 7946 0018');
    await bidder.page.getByRole('button', { name: 'Send to the seller' }).click();
    await waitForText(bidder.page, 'main', 'has this from you');
    await page.reload();
    await waitForText(page, '#main', '+44 20 7946 0018');

    const given = await told(seller, desk, 'The winner has said where it goes');
    expect(given).toContain('Winner: ada@example.com');
    // Its own page shows the details, and no message.
    expect(given).not.toMatch(/Byron|Square|7946/);

    await page.getByLabel('Carrier').fill('DHL');
    await page.getByLabel('Tracking number').fill('00340434161094042557');
    await button('It is sent').click();
    await waitForText(page, '#shipped', 'Sent with DHL.');
    await bidder.page.reload();
    await waitForText(bidder.page, 'main', 'DHL');
    expect(await told(seller, 'ada@example.com', 'On its way')).toContain('Tracking number: 00340434161094042557');

    await page.locator('#refund-amount').fill('20');
    await page.getByLabel('Yes, give this amount back').check();
    await button('Refund').click();
    await waitForText(page, '#refunds', '$60.00 can be refunded.');
    await askDueRefunds(service.deps);
    await page.reload();
    await waitForText(page, '#winner', '$80.00 was charged to the card. $20.00 of it was given back. $60.00 is left.');
    expect(await booksOf(seller, auctionId)).toMatchObject({
      payment: { capturedInCents: 8_000, refundedInCents: 2_000, refundableInCents: 6_000 },
      ledger: { balance: { heldInCents: 0, capturedInCents: 8_000, refundedInCents: 2_000, keptInCents: 6_000 } },
    });
    const after = (await booksOf(seller, auctionId)).payment;
    const back = dollars(after.refundedInCents);
    const refunded = await told(seller, 'ada@example.com', `${back} is refunded`);
    expect(refunded).toContain(`${back} is refunded to your card.`);
    expect(refunded).toContain(`Charged: ${dollars(after.capturedInCents)}\nGiven back in all: ${back}`);
    await judge(page);

    await page.locator('#winner a').click();
    await waitForText(page, 'h1', 'ada@example.com');
    await waitForText(page, '#main', '1 · $80.00');
    await judge(page);
    await page.goto(`${served.url}/seller/bidders`);
    await waitForText(page, '#people-heading', 'One bidder');
    await judge(page);

    await page.goto(`${served.url}/seller/auctions/${auctionId}`);
    await page.getByRole('link', { name: 'Copy', exact: true }).click();
    await waitForText(page, '#main', 'Filled in from A walnut writing desk');
    await judge(page);
    await button('List the item').click();
    await waitForText(page, '#main', 'Your item is listed');
    expect(auctionIn(page)).not.toBe(auctionId);
    expect(await pictures()).toBe(6);

    await page.goto(`${served.url}/seller`);
    await judge(page);
    await page.locator('#export summary').click();
    await page.getByLabel('What').selectOption('sales');
    const inMonths = Temporal.Now.plainDateISO().add({ months: 2 }).toString();
    await page.getByLabel('Last day').fill(inMonths);
    const [download] = await Promise.all([page.waitForEvent('download'), button('Save the file').click()]);
    const [header, exported] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    const cells = Object.fromEntries(header!.split(',').map((name, at) => [name, at]));
    expect(exported).toContain(auctionId);
    expect(exported).toContain('ada@example.com');
    expect(Object.keys(cells)).toContain('netUsd');
    expect(exported).toContain('80.00,20.00,0.00,');
    expect(exported).toContain(',60.00,DHL,00340434161094042557,https://');
    expect([...complaints, ...bidder.complaints]).toEqual([]);
  });
});
