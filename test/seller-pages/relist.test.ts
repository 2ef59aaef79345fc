import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { unsold, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { sellerBrowser, textOf } from './seller-browser.ts';

// Each picture is encoded in a process of its own, which takes long to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const service = await sharedService();
const jpeg = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#a0522d' } })
  .jpeg()
  .toBuffer();
const picture = new File([new Uint8Array(jpeg)], 'desk.jpg', { type: 'image/jpeg' });

const fields = `title reference minimumBidValueInCents biddingPeriodStartsAt biddingPeriodEndsAt
  presentation { description afterWinning pictures { pictureId alternativeText } }`;
const read = async (seller: Seller, auctionId: string) =>
  (await seller.graphql(`{ auction(auctionId: "${auctionId}") { ${fields} } }`)).body.data.auction;

/** The fields of a form as the page fills them in. */
const filledIn = (page: string) => {
  const form = /<form method="post" class="stack".*?<\/form>/s.exec(page)![0];
  const inputs = [
    ...form.matchAll(/<input\b(?![^>]*type="(?:file|checkbox)")[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g),
  ];
  const areas = [...form.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>\n(.*?)<\/textarea>/gs)];
  return Object.fromEntries([...inputs, ...areas].map(([, name, value]) => [name!, value!]));
};

describe('an auction that nobody has won', () => {
  test('offers its form again, and is listed once more with its texts and pictures', async () => {
    const seller = await service.seller();
    const browser = await sellerBrowser(service, seller);
    const { auctionId } = await service.auction(seller, { ...unsold, title: 'A desk', minimumBidValueInCents: 5_000 });
    const described = { description: 'Solid walnut.', afterWinning: 'Collect it.', files: picture };
    await browser.send(`/seller/auctions/${auctionId}/change`, 'item', described);
    const page = await browser.get(`/seller/auctions/${auctionId}`);
    const address = /href="(\/seller\/list\?copy=[^"]+)">List it again/.exec(page.text)![1]!;
    const form = await browser.get(address);
    expect(textOf(form)).toContain('Filled in from A desk');
    const listed = await browser.send(address, 'item', filledIn(form.text));
    expect(listed.status).toBe(303);
    const copyId = listed.headers.get('location')!.split('/').at(-1)!;
    const [before, copy] = [await read(seller, auctionId), await read(seller, copyId)];
    expect(copy).toMatchObject({
      title: 'A desk',
      minimumBidValueInCents: 5_000,
      presentation: { description: 'Solid walnut.', afterWinning: 'Collect it.' },
    });
    // Both auctions show the same picture: it is stored once.
    expect(copy.presentation.pictures).toEqual(before.presentation.pictures);
    expect(copy.presentation.pictures).toHaveLength(1);
    await browser.send(`/seller/auctions/${copyId}/change`, 'item', { description: 'Another text.' });
    expect((await read(seller, auctionId)).presentation).toEqual(before.presentation);
  });

  test('is not listed again at all where a picture is gone, and its copy counts once', async () => {
    const seller = await service.seller();
    const browser = await sellerBrowser(service, seller);
    const { auctionId } = await service.auction(seller, { ...unsold, title: 'A desk', minimumBidValueInCents: 5_000 });
    await browser.send(`/seller/auctions/${auctionId}/change`, 'item', { files: picture });
    const address = `/seller/list?copy=${auctionId}`;
    const form = filledIn((await browser.get(address)).text);
    const [{ pictureId }] = (await read(seller, auctionId)).presentation.pictures;
    const unknown = Object.fromEntries(
      Object.entries(form).map(([name, value]) => [name.replace(pictureId, crypto.randomUUID()), value]),
    );
    const refused = await browser.send(address, 'item', unknown);
    expect(refused.status).toBe(422);
    expect(textOf(await browser.get('/seller'))).toContain('One auction');
    const [first, second] = [await browser.send(address, 'item', form), await browser.send(address, 'item', form)];
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const copy = await read(seller, first.headers.get('location')!.split('/').at(-1)!);
    expect(copy.presentation.pictures).toMatchObject([{ pictureId }]);
    expect(textOf(await browser.get('/seller'))).toContain('2 auctions');
  });

  test('is not copied by another seller', async () => {
    const { auctionId } = await service.auction(await service.seller(), { ...unsold, title: 'The secret desk' });
    const browser = await sellerBrowser(service, await service.seller());
    const answer = await browser.get(`/seller/list?copy=${auctionId}`);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('secret desk');
  });
});

describe('a preview', () => {
  const typed = (days: number) => ({
    title: 'A walnut desk',
    minimum: '50',
    zone: 'UTC',
    starts: `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T10:00`,
    ends: `${new Date(Date.now() + (days + 2) * 86_400_000).toISOString().slice(0, 10)}T10:00`,
    description: 'It is **solid**.',
    preview: 'yes',
  });

  test('shows the page before anybody sees it, and lists nothing', async () => {
    const seller = await service.seller();
    const browser = await sellerBrowser(service, seller);
    const answer = await browser.send('/seller/list', 'item', { ...typed(2), files: picture });
    expect(answer.status).toBe(200);
    const preview = /<section class="preview".*?<\/section>\s*<h1>/s.exec(answer.text)![0];
    expect(preview).toContain('<strong>solid</strong>');
    expect(preview).toMatch(/id="picture-1".*alt="A walnut desk"/s);
    expect(textOf(await browser.get('/seller'))).toContain('You have no auction yet.');
    // The form keeps all of it, so that the next step lists it.
    const { preview: _, ...kept } = filledIn(answer.text);
    expect(kept).toMatchObject({ title: 'A walnut desk', description: 'It is **solid**.' });
    const listed = await browser.send('/seller/list', 'item', kept);
    const { presentation } = await read(seller, listed.headers.get('location')!.split('/').at(-1)!);
    expect(presentation.pictures).toHaveLength(1);
  });

  test('names the faults of the form first', async () => {
    const browser = await sellerBrowser(service, await service.seller());
    const answer = await browser.send('/seller/list', 'item', { ...typed(2), title: 'A' });
    expect(answer.status).toBe(422);
    expect(answer.text).not.toContain('class="preview"');
  });

  test('shows the new words of a change, while bidders still read the old ones', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, { ...upcoming, title: 'A desk' });
    const browser = await sellerBrowser(service, seller);
    const path = `/seller/auctions/${auctionId}/change`;
    const answer = await browser.send(path, 'item', { ...typed(2), title: 'A restored desk' });
    expect(answer.text).toMatch(/<section class="preview".*A restored desk/s);
    expect((await service.request(`/auctions/${auctionId}`)).text).not.toContain('restored');
  });
});
