import { describe, expect, test } from 'vitest';
import { sellerScopes } from '../../src/core/viewer.ts';
import { sellerPages } from '../../src/pages/seller/pages.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { aBidder } from '../page/bidder.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { sharedService } from '../support/service.ts';
import { sellAuction } from './sold-auction.ts';
import { proofOf, sellerBrowser, textOf } from './seller-browser.ts';

const service = await sharedService();
const { seller: founder, auction: sale } = await sellAuction(service);
const seller = await service.seller({ name: founder.name, scopes: sellerScopes });
await seller.mutate('updateSellerProfile', { email: 'huber@example.com' });
const auction = await service.auction(seller, { ...ongoing, title: 'A walnut desk' });
await aBidder(service, auction).bid({ amount: '99', email: 'bob@example.com' });
const { endpointId } = await insertEndpoint(service.db, seller, {});
await seller.mutate('sendTestWebhook', { endpointId });
await seller.mutate('banBidder', { bidderId: 'mallory', reason: 'Has never paid' });
const issued = await seller.mutate('createKey', { scopes: ['BIDS_READ'] }, 'apiKey { apiKeyId }');
const browser = await sellerBrowser(service, seller);

/** Pages that show all of their forms. */
const queries: Readonly<Record<string, string>> = {
  '/bidders': '?bidder=bob%40example.com',
  '/keys': `?key=${issued.body.data.createKey.apiKey.apiKeyId}`,
};
const pathOf = (route: string) =>
  `/seller${route.replace(':auctionId', auction.auctionId).replace(':endpointId', endpointId)}${queries[route] ?? ''}`;
const paths = [
  ...sellerPages.map(({ route }) => pathOf(route)),
  '/seller/bidders',
  `/seller/auctions/${sale.auctionId}`,
  '/seller/sessions',
];

describe('a form', () => {
  test('carries what it was drawn from, on every page', async () => {
    const found: string[] = [];
    for (const path of paths) {
      const { text } = await browser.get(path);
      const forms = [...text.matchAll(/<form method="post"(?! action="\/seller\/sign-out").*?<\/form>/gs)];
      for (const [form] of forms) {
        const name = /name="form" value="(\w+)"/.exec(form)![1]!;
        expect(form).toMatch(/name="proof" value="[\w-]{40,}"/);
        found.push(name);
      }
    }
    const declared = sellerPages.flatMap(({ forms = {} }: { forms?: object }) => Object.keys(forms));
    expect(new Set(found)).toEqual(new Set([...declared, 'all', 'one']));
  });

  test('is refused in words on every page once another seller has signed in', async () => {
    const other = await sellerBrowser(service, await service.seller({ scopes: sellerScopes }));
    for (const path of paths) {
      const page = await browser.get(path);
      for (const [, form] of page.text.matchAll(/name="form" value="(\w+)"/g)) {
        const fields = { proof: proofOf(page, form!)!, title: 'Mine', confirm: 'yes', sessionId: '-' };
        const answer = await other.send(path, form!, fields);
        expect([path, form, answer.status]).toEqual([path, form, 409]);
        expect(textOf(answer)).toContain('You are signed in as another seller');
      }
    }
  });

  test('is shown again with all that was typed when its proof is lost', async () => {
    const answer = await browser.send('/seller/profile', 'profile', { displayName: 'Huber', proof: '' });
    expect(answer.status).toBe(422);
    expect(textOf(answer)).toContain('Look it over, and send it again.');
    expect(answer.text).toContain('value="Huber"');
  });
});

describe('a form of faults', () => {
  test('shows a box as the seller has left it, and not as it is stored', async () => {
    await seller.mutate('updateSellerProfile', { showsSoldLots: true });
    expect((await browser.get('/seller/profile')).text).toContain('name="showsSoldLots" value="yes" checked');
    const answer = await browser.send('/seller/profile', 'profile', { email: 'none' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('name="showsSoldLots" value="yes">');
  });
});

describe('a form whose data has changed meanwhile', () => {
  test('says what has changed, keeps it, and keeps what was typed', async () => {
    const own = await service.auction(seller, { ...upcoming, title: 'A desk', minimumBidValueInCents: 5_000 });
    const path = `/seller/auctions/${own.auctionId}/change`;
    const opened = await browser.get(path);
    await seller.mutate('updateAuction', { auctionId: own.auctionId, minimumBidValueInCents: 7000, title: 'A table' });
    const typed = { ...fieldsOf(opened.text), title: 'A restored desk' };
    const refused = await browser.send(path, 'item', typed);
    expect(refused.status).toBe(409);
    const text = textOf(refused);
    expect(text).toContain('This has changed since you opened the form');
    expect(text).toMatch(/Title\s+: It is now “ A table ”, and you have typed something else/);
    expect(text).toMatch(/Minimum bid in US dollars/);
    expect(fieldsOf(refused.text)).toMatchObject({ title: 'A restored desk', minimum: '70.00' });
    const saved = await browser.send(path, 'item', fieldsOf(refused.text));
    expect(saved.status).toBe(303);
    const after = await seller.graphql(
      `{ auction(auctionId: "${own.auctionId}") { title minimumBidValueInCents biddingPeriodStartsAt } }`,
    );
    expect(after.body.data.auction).toMatchObject({ title: 'A restored desk', minimumBidValueInCents: 7_000 });
  });

  test('shows after a new sign-in what has changed', async () => {
    const opened = await browser.get('/seller/profile');
    await seller.mutate('updateSellerProfile', { terms: 'No returns.', lotsPage: 'SHARED' });
    const kept = Object.entries({ ...fieldsOf(opened.text), displayName: 'Huber' });
    const again = await service.request('/seller/profile', {
      method: 'POST',
      headers: { cookie: 'lang=en', origin: 'https://auctions.test', 'x-forwarded-for': '192.0.2.250' },
      body: new URLSearchParams([['key', seller.key], ...kept.map(([name, value]) => [`kept-${name}`, value])]),
    });
    expect(textOf(again)).toContain('This has changed since you opened the form');
    expect(fieldsOf(again.text)).toMatchObject({ displayName: 'Huber', terms: 'No returns.', lotsPage: 'SHARED' });
  });

  test('is read in the language and zone that it was written in', async () => {
    const own = await service.auction(seller, { ...upcoming, minimumBidValueInCents: 125_050 });
    const path = `/seller/auctions/${own.auctionId}/change`;
    const german = await sellerBrowser(service, seller, ['lang=de', 'zone=Europe%2FVienna']);
    const fields = fieldsOf((await german.get(path)).text);
    expect(fields['minimum']).toBe('1250,50');
    const saved = await browser.send(path, 'item', { ...fields, title: 'A chair' });
    expect(saved.status).toBe(303);
    const after = await seller.graphql(`{ auction(auctionId: "${own.auctionId}") { title minimumBidValueInCents } }`);
    expect(after.body.data.auction).toEqual({ title: 'A chair', minimumBidValueInCents: 125_050 });
  });
});

/** The fields of the one large form of a page, as a browser sends them. */
function fieldsOf(page: string): Record<string, string> {
  const [form] = /<form method="post" class="stack" id="form-(?:item|profile)".*?<\/form>/s.exec(page)!;
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].flatMap(([input]) => {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    const isSent = !/type="(?:checkbox|radio|file)"/.test(input) || input.includes(' checked');
    return isSent && of('name') !== undefined ? [[of('name')!, of('value') ?? '']] : [];
  });
  const areas = [...form.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>\n(.*?)<\/textarea>/gs)];
  const selects = [...form.matchAll(/<select[^>]* name="([^"]+)".*?<\/select>/gs)].map(([select, name]) => [
    name!,
    /value="([^"]*)" selected/.exec(select)?.[1] ?? '',
  ]);
  return Object.fromEntries([...inputs, ...areas.map(([, name, value]) => [name!, value!]), ...selects]);
}
