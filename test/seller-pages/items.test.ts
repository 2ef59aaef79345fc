import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { upcoming, ongoing, sold } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';
import { doneBy, ours, type SellerBrowser, sellerBrowser, textOf } from './seller-browser.ts';

// Each picture is encoded in a process of its own, which takes long to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const service = await serviceForFile();

const jpeg = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#a0522d' } })
  .jpeg()
  .toBuffer();
const picture = new File([new Uint8Array(jpeg)], 'desk.jpg', { type: 'image/jpeg' });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const sound = () => ({
  title: 'A walnut desk',
  minimum: '50',
  reference: 'INV-7',
  zone: 'Europe/Vienna',
  starts: `${inDays(2)}T10:00`,
  ends: `${inDays(4)}T20:30`,
  description: 'Solid walnut.\r\n\r\nTwo keys.',
  afterWinning: 'Collect it on Monday.',
});

const read = async (seller: Seller, auctionId: string) =>
  (
    await seller.graphql(
      `query ($auctionId: ID!) { auction(auctionId: $auctionId) {
        title reference minimumBidValueInCents biddingPeriodStartsAt biddingPeriodEndsAt outcome
        presentation { description afterWinning pictures { pictureId alternativeText } }
      } }`,
      { auctionId },
    )
  ).body.data.auction;

const idIn = (location: string | null) => /auctions\/([\da-f-]{36})/.exec(location ?? '')![1]!;
const valueOf = (page: string, name: string) =>
  new RegExp(`name="${name}"[^>]*?value="([^"]*)"`).exec(page)?.[1] ??
  new RegExp(`name="${name}"[^>]*>\\n([^<]*)</textarea>`).exec(page)?.[1];

async function browserOf(seller: Seller, cookies?: readonly string[]): Promise<SellerBrowser> {
  return await sellerBrowser(service, seller, cookies);
}

describe('the rules of an item', () => {
  const rulesOf = async (seller: Seller, auctionId: string) =>
    (
      await seller.graphql(
        `{ auction(auctionId: "${auctionId}") { rules { softClose { windowSeconds maximumSeconds } bidSteps { fromInCents stepInCents } buyNowPriceInCents } } }`,
      )
    ).body.data.auction.rules;

  test('are chosen from lists, and can be changed until the start', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const rules = { softClose: '120', softCloseMaximum: '600', bidSteps: '0:0.5 25:1', buyNow: '90.50' };
    const listed = await browser.send('/seller/list', 'item', { ...sound(), ...rules });
    const auctionId = idIn(listed.headers.get('location'));
    const softClose = { windowSeconds: 120, maximumSeconds: 600 };
    expect(await rulesOf(seller, auctionId)).toEqual({
      softClose,
      buyNowPriceInCents: 9_050,
      bidSteps: [
        { fromInCents: 0, stepInCents: 50 },
        { fromInCents: 2_500, stepInCents: 100 },
      ],
    });
    const page = `/seller/auctions/${auctionId}/change`;
    const shown = await browser.get(page);
    expect(shown.text).toContain('<option value="120" selected>');
    expect(shown.text).toContain('<option value="0:0.5 25:1" selected>');
    expect(shown.text).toMatch(/name="buyNow"[^>]* value="90.50"/);
    const saved = await browser.send(page, 'item', { ...sound(), ...rules, bidSteps: '', buyNow: '' });
    expect(saved.status).toBe(303);
    expect(await rulesOf(seller, auctionId)).toEqual({ softClose, bidSteps: [], buyNowPriceInCents: null });
  });

  test('a price to buy now below the minimum is refused, and after the start it can be removed', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const rules = { softClose: '', softCloseMaximum: '3600', bidSteps: '' };
    for (const [buyNow, text] of [
      ['9.99', 'The price to buy now must be at least the minimum bid.'],
      ['a lot', 'Write the bid in digits'],
      ['999999999', 'This amount is too large.'],
    ] as const) {
      const refused = await browser.send('/seller/list', 'item', { ...sound(), minimum: '10', ...rules, buyNow });
      expect(refused.status).toBe(422);
      expect(textOf(refused)).toContain(text);
    }
    const high = await browser.send('/seller/list', 'item', { ...sound(), minimum: '999999999', ...rules });
    expect(textOf(high)).toContain('This amount is too large.');
    expect(
      (await browser.send('/seller/list', 'item', { ...sound(), minimum: '10', ...rules, buyNow: '10' })).status,
    ).toBe(303);
    const { auctionId } = await service.auction(seller, { ...ongoing, buyNowPriceInCents: 9_000 });
    const page = `/seller/auctions/${auctionId}/change`;
    expect(textOf(await browser.get(page))).toContain('Remove the price of $90.00 to buy now');
    const saved = await browser.send(page, 'item', { title: 'A walnut desk', minimum: '0', removeBuyNow: 'yes' });
    expect(saved.status).toBe(303);
    expect((await rulesOf(seller, auctionId)).buyNowPriceInCents).toBeNull();
    expect(textOf(await browser.get(page))).not.toContain('Remove the price');
  });

  test('the form offers three tables of steps that are ready to use', async () => {
    const { text } = await (await browserOf(await service.seller())).get('/seller/list');
    const [, list] = /<select[^>]* name="bidSteps"[^>]*>(.*?)<\/select>/s.exec(text)!;
    const tables = [...list!.matchAll(/<option value="([^"]*)"/g)].map(([, table]) => table!).filter(Boolean);
    expect(tables).toHaveLength(3);
    for (const bidSteps of tables) {
      const browser = await browserOf(await service.seller());
      const rules = { softClose: '', softCloseMaximum: '3600', buyNow: '', bidSteps };
      expect((await browser.send('/seller/list', 'item', { ...sound(), ...rules })).status).toBe(303);
    }
  });

  const labels = { softClose: 'Extension in the last moments', bidSteps: 'Minimum step' };
  test.each([
    ['softClose', 'soon'],
    ['softClose', '120.5'],
    ['bidSteps', 'some'],
    ['bidSteps', '0:much'],
    ['bidSteps', '0:1 5:0.001'],
  ] as const)('a value of %s that no list offers, "%s", is refused at its field', async (field, value) => {
    const browser = await browserOf(await service.seller());
    const rules = { softClose: '', softCloseMaximum: '3600', bidSteps: '', [field]: value };
    const refused = await browser.send('/seller/list', 'item', { ...sound(), ...rules });
    expect(refused.status).toBe(422);
    expect(textOf(refused)).toContain(`One thing needs a change ${labels[field]}: This is too little.`);
  });

  test('an auction of seven days is refused an extension, before it is saved', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const lasting = (ends: string) => ({ ...sound(), zone: 'UTC', starts: `${inDays(2)}T10:00`, ends });
    const refused = await browser.send('/seller/list', 'item', {
      ...lasting(`${inDays(9)}T10:00`),
      softClose: '120',
      softCloseMaximum: '3600',
    });
    expect(refused.status).toBe(422);
    expect(textOf(refused)).toContain('An auction of seven days cannot be extended.');
    const taken = await browser.send('/seller/list', 'item', {
      ...lasting(`${inDays(9)}T09:59`),
      softClose: '120',
      softCloseMaximum: '3600',
    });
    expect(taken.status).toBe(303);
  });
});

describe('listing an item', () => {
  test('creates the auction and its page, and shows the times in the zone that they were typed in', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const answer = await browser.send('/seller/list', 'item', { ...sound(), files: picture });
    expect(answer.status).toBe(303);
    const auctionId = idIn(answer.headers.get('location'));
    const auction = await read(seller, auctionId);
    expect(auction).toMatchObject({
      title: 'A walnut desk',
      reference: 'INV-7',
      minimumBidValueInCents: 5_000,
      presentation: {
        description: 'Solid walnut.\n\nTwo keys.',
        afterWinning: 'Collect it on Monday.',
        pictures: [{ alternativeText: 'A walnut desk' }],
      },
    });
    const starts = Temporal.PlainDateTime.from(sound().starts).toZonedDateTime('Europe/Vienna');
    expect(Date.parse(auction.biddingPeriodStartsAt)).toBe(starts.epochMilliseconds);
    expect(answer.headers.get('set-cookie')).toContain('zone=Europe%2FVienna');
    const page = await sellerBrowser(service, seller, ['lang=en', 'zone=Europe%2FVienna']);
    const text = textOf(await page.get(answer.headers.get('location')!));
    expect(doneBy(answer)).toBe('listed');
    expect(text).toMatch(/Starts \d+ \w+ \d{4}, 10:00\s+\(Europe\/Vienna\)/);
  });

  test('names all faults at once beside their fields, and loses nothing that was typed', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const fields = { ...sound(), title: 'A', minimum: 'lots', ends: '', description: 'x'.repeat(5_001) };
    const answer = await browser.send('/seller/list', 'item', { ...fields, files: picture });
    expect(answer.status).toBe(422);
    for (const name of ['title', 'minimum', 'ends', 'description']) {
      expect(answer.text).toMatch(new RegExp(`href="#item-${name}"`));
      expect(answer.text).toContain(`id="item-${name}-fault"`);
      expect(valueOf(answer.text, name)).toBe(fields[name as 'title']);
    }
    expect(valueOf(answer.text, 'zone')).toBe('Europe/Vienna');
    // The picture is stored already: it need not be chosen again.
    const alt = /name="(alt-[\da-f-]{36})"/.exec(answer.text)![1]!;
    const again = await browser.send('/seller/list', 'item', { ...sound(), [alt]: 'The desk from the front' });
    const auction = await read(seller, idIn(again.headers.get('location')));
    expect(auction.presentation.pictures).toEqual([
      { pictureId: alt.slice(4), alternativeText: 'The desk from the front' },
    ]);
  });

  test('counts once, also from a second tab and after a page of faults', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const tokenIn = (page: string) => /name="token" value="([^"]+)"/.exec(page)![1]!;
    const [tab, other] = [await browser.get('/seller/list'), await browser.get('/seller/list')];
    const faulty = await browser.send('/seller/list', 'item', { ...sound(), title: 'A', token: tokenIn(tab.text) });
    expect(faulty.status).toBe(422);
    const mended = await browser.send('/seller/list', 'item', { ...sound(), token: tokenIn(faulty.text) });
    const again = await browser.send('/seller/list', 'item', { ...sound(), token: tokenIn(other.text) });
    expect(idIn(again.headers.get('location'))).toBe(idIn(mended.headers.get('location')));
    const second = { ...sound(), title: 'A second desk', reference: 'INV-8' };
    const warned = await browser.send('/seller/list', 'item', { ...second, token: tokenIn(other.text) });
    expect(textOf(warned)).toContain('You have sent this form before, with other content, and that counted.');
    const meant = await browser.send('/seller/list', 'item', { ...second, token: tokenIn(warned.text) });
    expect(idIn(meant.headers.get('location'))).not.toBe(idIn(mended.headers.get('location')));
    const { body } = await seller.graphql('{ auctions { nodes { title } } }');
    expect(body.data.auctions.nodes.map(({ title }: { title: string }) => title)).toEqual([
      'A second desk',
      'A walnut desk',
    ]);
  });

  test('names a start that is too soon along with the other faults', async () => {
    const browser = await browserOf(await service.seller());
    const early = { starts: '2020-01-01T10:00', ends: '2020-01-02T10:00' };
    const alone = await browser.send('/seller/list', 'item', { ...sound(), ...early });
    expect(textOf(alone)).toContain('One thing needs a change');
    const both = await browser.send('/seller/list', 'item', { ...sound(), ...early, minimum: 'x', title: '' });
    expect(textOf(both)).toContain('3 things need a change');
    expect(both.text).toContain('id="item-starts-fault"');
  });

  test('refuses a file that is no picture, and a time that the change of the clocks skips', async () => {
    const browser = await browserOf(await service.seller());
    const file = new File(['no picture'], 'notes.txt', { type: 'text/plain' });
    const text = textOf(
      await browser.send('/seller/list', 'item', { ...sound(), files: file, starts: '2027-03-28T02:30' }),
    );
    expect(text).toContain('“notes.txt” is no JPEG, PNG or WebP picture');
    expect(text).toContain('this time does not exist in this zone');
  });

  test.each([
    ['-04:00', '2027-11-07T05:30:00Z'],
    ['-05:00', '2027-11-07T06:30:00Z'],
  ])('asks which one is meant of a time that comes twice, and takes %s', async (offset, instant) => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const twice = { ...sound(), zone: 'US/Eastern', starts: '2027-11-07T01:30', ends: '2027-11-09T01:30' };
    const asked = await browser.send('/seller/list', 'item', twice);
    expect(textOf(asked)).toContain('This time comes twice, because the clocks go back.');
    expect([...asked.text.matchAll(/<option value="(-\d\d:\d\d)">The/g)].map(([, each]) => each)).toEqual([
      '-04:00',
      '-05:00',
    ]);
    const listed = await browser.send('/seller/list', 'item', { ...twice, 'starts-offset': offset });
    const { biddingPeriodStartsAt } = await read(seller, idIn(listed.headers.get('location')));
    expect(new Date(biddingPeriodStartsAt)).toEqual(new Date(instant));
  });

  test('takes the other one of a time that comes twice, where an auction is changed', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller, ['lang=en', 'zone=US%2FEastern']);
    const twice = { ...sound(), zone: 'US/Eastern', starts: '2027-11-07T01:30', ends: '2027-11-09T01:30' };
    const listed = await browser.send('/seller/list', 'item', { ...twice, 'starts-offset': '-04:00' });
    const auctionId = idIn(listed.headers.get('location'));
    const path = `/seller/auctions/${auctionId}/change`;
    const { text } = await browser.get(path);
    expect(text).toContain('<option value="-04:00" selected>');
    const periodBefore = valueOf(text, 'periodBefore')!;
    const changed = await browser.send(path, 'item', { ...twice, periodBefore, 'starts-offset': '-05:00' });
    expect(doneBy(changed)).toBe('changed');
    const { biddingPeriodStartsAt } = await read(seller, auctionId);
    expect(new Date(biddingPeriodStartsAt)).toEqual(new Date('2027-11-07T06:30:00Z'));
  });

  test.each(['Asia/Kolkata', 'Asia/Calcutta'])('takes the zone %s by each of its names', async (zone) => {
    const seller = await service.seller();
    const listed = await (await browserOf(seller)).send('/seller/list', 'item', { ...sound(), zone });
    const { biddingPeriodStartsAt } = await read(seller, idIn(listed.headers.get('location')));
    expect(new Date(biddingPeriodStartsAt)).toEqual(new Date(`${sound().starts}+05:30`));
  });

  test('offers every zone with its offset', async () => {
    const { text } = await (await browserOf(await service.seller())).get('/seller/list');
    expect(text).toMatch(/<input id="item-zone"[^>]* list="item-zone-list"/);
    expect(text).toContain('<option value="Asia/Tokyo">+09:00</option>');
    expect(text).toContain('<option value="Africa/Lagos">+01:00</option>');
  });

  test('counts once, however often the form is sent', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const token = valueOf((await browser.get('/seller/list')).text, 'token')!;
    const send = () => browser.send('/seller/list', 'item', { ...sound(), token });
    const [first, second] = [await send(), await send()];
    expect(idIn(second.headers.get('location'))).toBe(idIn(first.headers.get('location')));
    const changed = await browser.send('/seller/list', 'item', { ...sound(), title: 'Another desk', token });
    expect(textOf(changed)).toContain('You have sent this form before');
    expect(textOf(await browser.get('/seller'))).toContain('One auction');
  });

  const threePictures = new File([new Uint8Array(3_000_000).fill(45)], 'desk.jpg', { type: 'image/jpeg' });

  test.each([
    ['', new File([], ''), 'what you have typed is kept', 'Nothing is lost'],
    [
      ' without its files, which are asked for again,',
      threePictures,
      'choose the pictures once',
      'Choose the pictures',
    ],
  ])('is kept%s while the seller signs in again', async (_, files, said, saidAgain) => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    await service.db.query('delete from admin_sessions where api_key_id = $1', [seller.apiKeyId]);
    const { description, ...others } = sound();
    const ended = await browser.send('/seller/list', 'item', { ...others, files, description });
    expect(ended.status).toBe(401);
    expect(textOf(ended)).toContain(said);
    const kept = [...ended.text.matchAll(/name="(kept-[^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]);
    const again = await service.request('/seller/list', {
      method: 'POST',
      headers: { cookie: 'lang=en', origin: 'https://auctions.test', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams([['key', seller.key], ...kept]),
    });
    expect(again.status).toBe(200);
    expect(textOf(again)).toContain(saidAgain);
    expect(again.headers.get('set-cookie')).toContain('__Host-seller=');
    expect(valueOf(again.text, 'title')).toBe('A walnut desk');
    expect(valueOf(again.text, 'description')).toBe('Solid walnut.\n\nTwo keys.');
  });
});

describe('an auction', () => {
  test('is changed before its start, and its times stay to the second unless they are touched', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, upcoming);
    const before = await read(seller, auctionId);
    const browser = await browserOf(seller);
    const path = `/seller/auctions/${auctionId}/change`;
    const { text } = await browser.get(path);
    const fields = Object.fromEntries(
      ['minimum', 'reference', 'starts', 'ends', 'periodBefore'].map((name) => [name, valueOf(text, name)!]),
    );
    const answer = await browser.send(path, 'item', { ...fields, zone: 'UTC', title: 'A restored desk' });
    expect([answer.headers.get('location'), doneBy(answer)]).toEqual([`/seller/auctions/${auctionId}`, 'changed']);
    expect(await read(seller, auctionId)).toEqual({ ...before, title: 'A restored desk' });
    await browser.send(path, 'item', { ...sound(), periodBefore: fields['periodBefore']! });
    expect(await read(seller, auctionId)).toMatchObject({ reference: 'INV-7', minimumBidValueInCents: 5_000 });
  });

  test('that is open keeps its times, shows no field for them, and leaves the browser its time zone', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, ongoing);
    const browser = await browserOf(seller);
    const path = `/seller/auctions/${auctionId}/change`;
    expect((await browser.get(path)).text).not.toContain('datetime-local');
    const answer = await browser.send(path, 'item', { ...sound(), periodBefore: '' });
    expect(textOf(answer)).toContain('This can no longer be changed.');
    const saved = await browser.send(path, 'item', { title: 'A desk', minimum: '0' });
    expect(doneBy(saved)).toBe('changed');
    expect(saved.headers.get('set-cookie')).not.toContain('zone=');
  });

  test('shows its pictures in another order, with other words, and without those that are removed', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const listed = await browser.send('/seller/list', 'item', { ...sound(), files: picture });
    const auctionId = idIn(listed.headers.get('location'));
    const path = `/seller/auctions/${auctionId}/change`;
    const first = (await read(seller, auctionId)).presentation.pictures[0].pictureId;
    await browser.send(path, 'item', { description: '', [`alt-${first}`]: 'Front', files: picture });
    const [, second] = (await read(seller, auctionId)).presentation.pictures;
    const both = { [`alt-${first}`]: 'Front', [`alt-${second.pictureId}`]: 'Back' };
    await browser.send(path, 'item', { ...both, [`place-${first}`]: '2', [`place-${second.pictureId}`]: '1' });
    const { presentation } = await read(seller, auctionId);
    expect(presentation.description).toBeNull();
    expect(presentation.pictures.map((each: { alternativeText: string }) => each.alternativeText)).toEqual([
      'Back',
      'Front',
    ]);
    await browser.send(path, 'item', { ...both, [`remove-${first}`]: 'yes' });
    expect((await read(seller, auctionId)).presentation.pictures).toHaveLength(1);
  });

  test('is cancelled by a page that asks first, and says what happens to the holds', async () => {
    const seller = await service.seller();
    const auction = await service.auction(seller, ongoing);
    const browser = await browserOf(seller);
    const path = `/seller/auctions/${auction.auctionId}/cancel`;
    expect(textOf(await browser.get(path))).toContain('no money is held');
    await service.bid(auction, { bidValueInCents: 9_900 });
    expect(textOf(await browser.get(path))).toContain('all of it is released');
    const answer = await browser.send(path, 'cancel', {});
    expect([answer.headers.get('location'), doneBy(answer)]).toEqual([
      `/seller/auctions/${auction.auctionId}`,
      'cancelled',
    ]);
    const shown = await browser.get(`/seller/auctions/${auction.auctionId}`, {
      ...ours,
      cookie: `${browser.cookie}; done=cancelled`,
    });
    expect(textOf(shown)).toContain('The auction is cancelled');
    // It is said once, and no address makes the page say it.
    expect(shown.headers.get('set-cookie')).toMatch(/done=; Max-Age=0; Path=\/seller/);
    const again = await browser.get(`/seller/auctions/${auction.auctionId}?done=cancelled`);
    expect(textOf(again)).not.toContain('The auction is cancelled');
    expect((await read(seller, auction.auctionId)).outcome).toBe('CANCELLED');
    // Its end lies ahead, and was not reached.
    expect(textOf(again)).not.toContain(' Ends ');
    expect(textOf(await browser.get('/seller?status=completed'))).not.toContain('Ended');
    const { auctionId } = await service.auction(seller, sold);
    expect(textOf(await browser.get('/seller?status=completed'))).toContain('Ended');
    const over = await browser.send(`/seller/auctions/${auctionId}/cancel`, 'cancel', {});
    expect(textOf(over)).toContain('it can no longer be changed or cancelled');
  });

  test('shows who has won, and what each has bid', async () => {
    const seller = await service.seller();
    const auction = await service.auction(seller, sold);
    await service.bid(auction, { bidderId: 'ada@example.com', bidValueInCents: 20_000, isWinningBid: true });
    await service.bid(auction, { bidderId: 'bob@example.com', bidValueInCents: 15_000 });
    const text = textOf(await (await browserOf(seller)).get(`/seller/auctions/${auction.auctionId}`));
    expect(text).toMatch(/ada@example\.com\s+has won with\s+\$200\.00/);
    expect(text).toContain('bob@example.com');
  });
});

describe('the profile', () => {
  test('is saved, and shows every fault beside its field', async () => {
    const seller = await service.seller();
    const browser = await browserOf(seller);
    const faulty = {
      accentColor: '#ffff00',
      email: 'nobody',
      shopUrl: 'http://x',
      displayName: 'Huber',
    };
    const refused = await browser.send('/seller/profile', 'profile', faulty);
    expect(refused.status).toBe(422);
    const text = textOf(refused);
    for (const words of ['Choose a darker color', 'Enter an e-mail address', 'begins with https://']) {
      expect(text).toContain(words);
    }
    expect(valueOf(refused.text, 'displayName')).toBe('Huber');
    // A logo that is no picture is one fault among the others.
    const logo = new File(['no picture'], 'logo.jpg', { type: 'image/jpeg' });
    const all = await browser.send('/seller/profile', 'profile', { ...faulty, logo });
    expect(textOf(all)).toMatch(/4 things need a change .*“logo\.jpg” is no JPEG/);
    const saved = await browser.send('/seller/profile', 'profile', {
      displayName: 'Huber',
      accentColor: '#7a1f3d',
      terms: 'No returns.',
      language: 'DE',
      lotsPage: 'SHARED',
      showsSoldLots: 'yes',
      logo: picture,
    });
    expect([saved.headers.get('location'), doneBy(saved)]).toEqual(['/seller/profile', 'profile']);
    const { body } = await seller.graphql(
      '{ sellerProfile { displayName accentColor terms language lotsPage showsSoldLots logo { pictureId } email } }',
    );
    expect(body.data.sellerProfile).toMatchObject({
      displayName: 'Huber',
      accentColor: '#7a1f3d',
      terms: 'No returns.',
      language: 'DE',
      lotsPage: 'SHARED',
      showsSoldLots: true,
      logo: { pictureId: expect.any(String) },
      email: null,
    });
  });
});

describe('test mode', () => {
  test('moves the clock, shows the cards, and begins anew only if that is confirmed', async () => {
    const seller = await service.seller();
    await service.auction(seller, upcoming);
    const browser = await browserOf(seller);
    const page = await browser.get('/seller/test');
    expect(textOf(page)).toContain('4242 4242 4242 4242');
    const clock = async () => Date.parse((await seller.graphql('{ clock { now } }')).body.data.clock.now);
    const before = await clock();
    const advanced = await browser.send('/seller/test', 'advance', { bySeconds: '86400' });
    expect([advanced.headers.get('location'), doneBy(advanced)]).toEqual(['/seller/test', 'advanced']);
    expect((await clock()) - before).toBeGreaterThan(86_000_000);
    expect(textOf(await browser.send('/seller/test', 'reset', {}))).toContain('Tick this first.');
    expect(textOf(await browser.get('/seller'))).toContain('One auction');
    await browser.send('/seller/test', 'reset', { confirm: 'yes' });
    expect(textOf(await browser.get('/seller'))).toContain('You have no auction yet');
  });

  test('lets an auction begin and end from its own page', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, upcoming);
    const browser = await browserOf(seller);
    const path = `/seller/auctions/${auctionId}`;
    await browser.send(path, 'advance', { phase: 'OPEN' });
    expect(textOf(await browser.get(path))).toContain('Open for bids');
    await browser.send(path, 'advance', { phase: 'FINAL' });
    expect(textOf(await browser.get(path))).toContain('Ended without a sale');
  });

  test('is no place for live sellers', async () => {
    const seller = await service.seller({ mode: 'live' });
    const browser = await browserOf(seller);
    expect(textOf(await browser.get('/seller'))).not.toContain('Test mode');
    expect(textOf(await browser.get('/seller/test'))).toContain('You are a live seller');
    const refused = textOf(await browser.send('/seller/test', 'advance', { bySeconds: '120' }));
    expect(refused).toContain('You are a live seller');
  });
});
