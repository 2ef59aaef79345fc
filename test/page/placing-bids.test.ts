import { expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { ongoing } from '../support/insert-auction.ts';
import { serviceForFile, startService } from '../support/service.ts';
import { withDatabase, withStripe } from '../support/settings.ts';
import { tablesThatContain } from '../support/tables-that-contain.ts';
import { aBidder, bidderWithForm, cards, hiddenFields, readable, someToken } from './bidder.ts';
import { endAuction } from '../support/end-auction.ts';

const service = await serviceForFile();
const seller = await service.seller();

const anAuction = (options = {}) => service.auction(seller, { ...ongoing, ...options });

async function bidsOf({ auctionId }: { auctionId: string }) {
  const { rows } = await service.db.query<{ bidder: string; value: number }>(
    `select bidder_id as bidder, bid_value_in_cents as value from bids where auction_id = $1 order by placed_at`,
    [auctionId],
  );
  return rows;
}

async function attemptsAt({ auctionId }: { auctionId: string }): Promise<number> {
  const { rows } = await service.db.query<{ count: number }>(
    'select count(*)::int as count from authorizations where auction_id = $1',
    [auctionId],
  );
  return rows[0]!.count;
}

test('a bid is placed, and the page at the end of the redirect says so, again and again', async () => {
  const auction = await anAuction();
  const bidder = await bidderWithForm(service, auction);
  const answer = await bidder.send({ amount: '$1,250.00', email: '  Ada@Example.COM ' });
  expect(answer.status).toBe(303);
  expect(answer.text).toBe('');
  const page = await bidder.follow(answer);
  expect(readable(page.text)).toContain('Your bid: $1,250.00 · You lead');
  expect(readable((await bidder.follow(answer)).text)).toContain('Your bid: $1,250.00 · You lead');
  expect(await bidsOf(auction)).toEqual([{ bidder: 'ada@example.com', value: 125_000 }]);
});

test('bidderId from the link is who bids, through the whole way; the e-mail is asked for all the same', async () => {
  const auction = await anAuction({ minimumBidValueInCents: 1_000 });
  const bidderId = `customer "42" & Söhne <b>`;
  const bidder = await bidderWithForm(service, auction, { bidderId });
  // Faults first, then a confirmation, then the bank.
  const faulty = await bidder.send({ email: 'none' });
  expect(faulty.status).toBe(422);
  expect(readable(faulty.text)).toContain(`You bid as ${bidderId} .`);
  const confirm = await bidder.send({ amount: '500', cardNumber: cards.challenged });
  const challenge = await bidder.follow(await bidder.press(confirm));
  expect(readable(challenge.text)).toContain('Simulated bank');
  const page = await bidder.follow(await bidder.press(challenge, { name: 'verdict', value: 'pass' }));
  expect(readable(page.text)).toContain('Your bid: $500.00 · You lead');
  expect(readable(page.text)).toContain(`You bid as ${bidderId} .`);
  expect(await bidsOf(auction)).toEqual([{ bidder: bidderId, value: 50_000 }]);
});

test.each<readonly [string, string, string]>([
  ['is empty', 'bidderId=', 'must have 1 to 200 printable characters'],
  ['is too long', `bidderId=${'x'.repeat(201)}`, 'must have 1 to 200 printable characters'],
  ['has a control character', 'bidderId=a%07b', 'must have 1 to 200 printable characters'],
  ['has a format character', 'bidderId=a%E2%80%8Bb', 'must have 1 to 200 printable characters'],
  ...[
    '%20',
    '%E2%80%8B',
    '{{customer.id}}',
    'customer-{{ id }}',
    '{id}',
    '%BIDDER_ID%',
    '%DEAL%',
    '%25%25bidder%25%25',
    '${id}',
    '%23{id}',
    '$id',
    ':id',
    '<id>',
    '<%25= id %25>',
    '*|ID|*',
    '[ID]',
    '[[id]]',
    'undefined',
    'null',
    'NULL',
    'None',
    'NaN',
    '[object Object]',
    '00000000-0000-0000-0000-000000000000',
    '%23REF!',
  ].map((text) => [`is ${text}`, `bidderId=${text}`, 'was not filled in'] as const),
  ['is given twice', 'bidderId=a&bidderId=b', 'names a bidder twice'],
])('a bidderId that %s: a visible error, and no form', async (_, query, sentence) => {
  const auction = await anAuction();
  const { status, text } = await aBidder(service, auction).open(`/auctions/${auction.auctionId}?${query}`);
  expect(status).toBe(400);
  expect(readable(text)).toContain('This link cannot be used to bid');
  expect(readable(text)).toContain(sentence);
  expect(text).not.toContain('<form');
});

test.each([
  'Null Käse',
  'undefined-behaviour',
  'customer <42>',
  '50%',
  '100% of 20%',
  'a:b',
  'ann@shop.example',
  '{6f9619ff-8b86-d011-b42d-00cf4fc964ff}',
  '0',
])('%s is a bidder like any other', async (bidderId) => {
  const auction = await anAuction();
  const { status, text } = await aBidder(service, auction, { bidderId }).open();
  expect(status).toBe(200);
  expect(readable(text)).not.toContain('cannot be used');
});

test('an e-mail address has one stored form, however its domain was written', async () => {
  const addresses = [
    ' Info@Räucher.example ',
    'info@xn--rucher-bua.example',
    'INFO@RÄUCHER.EXAMPLE',
    "o'neil@localhost",
  ];
  for (const email of addresses) {
    const auction = await anAuction();
    expect(readable((await aBidder(service, auction).bid({ email })).text)).toContain('You lead');
    const stored = email.includes('localhost') ? email : 'info@xn--rucher-bua.example';
    expect(await bidsOf(auction)).toMatchObject([{ bidder: stored }]);
  }
});

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@outlookk.com', 'ada@outlook.com'],
  ['ada@example.con', 'ada@example.com'],
])('asks whether the address %s is right, and takes it when the bidder says so', async (email, meant) => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  const question = await bidder.bid({ email });
  expect(readable(question.text)).toContain(`Is this address right? You typed ${email} ; perhaps you meant ${meant} .`);
  expect(await bidsOf(auction)).toEqual([]);
  await bidder.follow(await bidder.press(question));
  expect(await bidsOf(auction)).toMatchObject([{ bidder: email }]);
});

test.each(['ada@mail.com', 'ada@ymail.com', 'ada@gmx.net', 'ada@me.com', 'ada@example.co', 'ada@gmail.com'])(
  'asks nothing about the address %s',
  async (email) => {
    const auction = await anAuction();
    expect(readable((await aBidder(service, auction).bid({ email })).text)).toContain('You lead');
  },
);

test.each([
  'none',
  'ada@',
  '@b.example',
  'a b@c.example',
  'ä@b.example',
  'a@b..example',
  'a@-b.example',
  'a@räu cher.example',
])('the e-mail address %s is refused', async (email) => {
  const auction = await anAuction();
  const bidder = await bidderWithForm(service, auction);
  expect((await bidder.send({ email })).status).toBe(422);
});

test('a bidderId of 200 characters is taken; a form that was given a longer one is not', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction, { bidderId: 'é'.repeat(200) });
  expect(readable((await bidder.bid()).text)).toContain('You lead');
  const forged = await bidder.send({ bidderId: 'x'.repeat(201), token: someToken() });
  expect(forged.status).toBe(409);
  expect(await bidsOf(auction)).toHaveLength(1);
});

test('every fault of a form stands at its field; the form keeps what was typed, but no security code', async () => {
  const auction = await anAuction({ minimumBidValueInCents: 1_000 });
  const bidder = await bidderWithForm(service, auction);
  const { status, text } = await bidder.send({
    amount: '9.99',
    email: 'ada@',
    cardNumber: '4242 4242 4242 4241',
    cardExpiry: '13/40',
    cardCvc: '12',
  });
  expect(status).toBe(422);
  const expectFaultsAt = (fields: readonly string[], page: string) => {
    for (const field of fields) {
      expect(page).toContain(`<a href="#${field}">`);
      expect(page).toMatch(
        new RegExp(`<input id="${field}"[^>]* aria-describedby="[^"]*${field}-fault"[^>]* aria-invalid="true"`),
      );
    }
  };
  expectFaultsAt(['amount', 'email'], text);
  expect(readable(text)).toContain('The lowest bid that this auction takes is $10.00');
  expect(text).toContain('value="9.99"');
  expect(text).toContain('value="ada@"');
  expect(text).not.toContain('4242 4242 4242 4241');
  expect(text).not.toContain('13/40');
  // The card is looked at once the rest is right.
  expect(text).not.toContain('name="cardNumber"');
  const second = await bidder.send({ cardNumber: '4242 4242 4242 4241', cardExpiry: '13/40', cardCvc: '12' });
  expect(second.status).toBe(422);
  expectFaultsAt(['cardNumber', 'cardExpiry', 'cardCvc'], second.text);
  expect(second.text).toMatch(/<input id="cardNumber"[^>]* value="4242 4242 4242 4241"/);
  expect(second.text).toMatch(/<input id="cardExpiry"[^>]* value="13\/40"/);
  expect(second.text).toMatch(/<input id="cardCvc"[^>]* value=""/);
  expect(bidder.hidden).toMatchObject({ amount: '25.00', email: 'ada@example.com' });
  expect(await attemptsAt(auction)).toBe(0);
});

test('the amount and the e-mail are checked before a card is asked for; the second step knows both', async () => {
  const auction = await anAuction({ minimumBidValueInCents: 1_000 });
  const bidder = aBidder(service, auction);
  const first = await bidder.open();
  expect(first.text).not.toContain('name="cardNumber"');
  expect(first.text).toMatch(/<button type="button" data-amount="10\.00">\$10\.00<\/button>/);
  const noCard = { cardNumber: undefined, cardExpiry: undefined, cardCvc: undefined };
  const tooLow = await bidder.send({ amount: '9', ...noCard });
  expect(tooLow.status).toBe(422);
  expect(tooLow.text).not.toContain('name="cardNumber"');
  const token = bidder.hidden['token']!;
  const step = await bidder.send({ amount: '60,50', ...noCard });
  expect(step.status).toBe(200);
  expect(readable(step.text)).toContain('Your bid: $60.50');
  expect(step.text).toContain('name="cardNumber"');
  expect(bidder.hidden).toMatchObject({ token, amount: '60.50', email: 'ada@example.com' });
  expect(await attemptsAt(auction)).toBe(0);
  const page = await bidder.follow(await bidder.send());
  expect(readable(page.text)).toContain('Your bid: $60.50 · You lead');
});

test("a fault of a provider's own card form leads to that form", async () => {
  const { db, deps } = service;
  const { stripe } = readConfig({ ...withDatabase(db.url), ...withStripe('http://localhost:1') });
  const config = { ...deps.config, stripe };
  const shared = { url: db.url, db, [Symbol.asyncDispose]: () => Promise.resolve() };
  await using live = await startService({ config, gateways: makeGateways({ config, db }) }, shared);
  const bidder = await bidderWithForm(live, await live.auction(await live.seller({ mode: 'live' }), ongoing));
  const { status, text } = await bidder.send({ cardNumber: '', cardToken: '' });
  expect(status).toBe(422);
  expect(text).toContain('<a href="#card">Enter your card.</a>');
  expect(text).toMatch(/<fieldset class="card-fields faulty" aria-describedby="card-fault">.*<div id="card"/s);
});

test('a real card number goes nowhere', async () => {
  const auction = await anAuction();
  const bidder = await bidderWithForm(service, auction);
  const { status, text } = await bidder.send({ cardNumber: '4111 1111 1111 1111' });
  expect(status).toBe(422);
  expect(readable(text)).toContain('never a real card');
  // Ids and tokens of the page may hold four of its digits by chance.
  expect(text).not.toMatch(/4111 ?1111/);
});

test('no table has the number, the expiry or the security code of a card', async () => {
  await aBidder(service, await anAuction()).bid({ cardNumber: cards.good, cardExpiry: '12/40' });
  for (const typed of [cards.good, cards.good.replaceAll(' ', ''), '12/40', 'cvc'])
    expect(await tablesThatContain(service.db, typed)).toEqual([]);
});

test.each([
  ['1 cent', '0.01', 200],
  ['as much as the provider holds', '999999.99', 200],
  ['a cent more', '1000000.00', 422],
])('a bid of %s', async (_, amount, status) => {
  const auction = await anAuction();
  expect((await aBidder(service, auction).bid({ amount })).status).toBe(status);
});

test('a declined card: no bid, the reason, and the form at the card, which another one completes', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  const page = await bidder.bid({ amount: '25.50', cardNumber: cards.declined });
  expect(readable(page.text)).toContain('Your bid: $25.50 · Not placed');
  expect(readable(page.text)).toContain('The card was declined');
  expect(page.text).toContain('value="25.50"');
  expect(page.text).toContain('value="ada@example.com"');
  expect(page.text).not.toContain('value="4000');
  expect(page.text).toContain('name="cardNumber"');
  expect(await bidsOf(auction)).toEqual([]);

  const changed = await bidder.press(page, { name: 'change', value: '1' });
  expect(changed.text).toContain('id="amount"');
  const placed = await bidder.follow(await bidder.send({ amount: '25.50', cardNumber: cards.good }));
  expect(readable(placed.text)).toContain('Your bid: $25.50 · You lead');
  expect(await bidsOf(auction)).toHaveLength(1);
});

test.each([
  ['answerLost', 'You lead'],
  ['serverError', 'Not placed'],
] as const)('a bank without a clear answer (%s)', async (card, words) => {
  const auction = await anAuction();
  expect(readable((await aBidder(service, auction).bid({ cardNumber: cards[card] })).text)).toContain(words);
});

test('a minimum that is raised while the form is open', async () => {
  const auction = await anAuction();
  const bidder = await bidderWithForm(service, auction);
  await seller.patch(`/v1/auctions/${auction.auctionId}`, { minimumBidValueInCents: 5_000 });
  const { status, text } = await bidder.send({ amount: '25' });
  expect(status).toBe(422);
  expect(readable(text)).toContain('The lowest bid that this auction takes is $50.00');
});

test('a markedly high bid is asked about once; what stands for the card comes along, the card does not', async () => {
  const auction = await anAuction({ minimumBidValueInCents: 1_000 });
  const bidder = await bidderWithForm(service, auction);
  const question = await bidder.send({ amount: '100' });
  expect(question.status).toBe(200);
  expect(readable(question.text)).toContain('Is $100.00 right?');
  expect(readable(question.text)).toContain('at least ten times the minimum of $10.00');
  expect(readable(question.text)).toContain('binding and stays held');
  expect(/<form.*<\/form>/s.exec(question.text)![0]).not.toMatch(/4242.?4242|name="cardNumber"/);
  expect(await attemptsAt(auction)).toBe(0);

  const page = await bidder.follow(await bidder.press(question));
  expect(readable(page.text)).toContain('Your bid: $100.00 · You lead');
  expect(await attemptsAt(auction)).toBe(1);
});

test('a confirmation is good for its own amount alone', async () => {
  const auction = await anAuction({ minimumBidValueInCents: 1_000 });
  const bidder = await bidderWithForm(service, auction);
  const { confirmed } = hiddenFields((await bidder.send({ amount: '100' })).text);
  expect(confirmed).toBe('10000 high');
  const { text } = await bidder.send({ amount: '1000', confirmed });
  expect(readable(text)).toContain('Is $1,000.00 right?');
  expect(await attemptsAt(auction)).toBe(0);
});

test('a form that was sent before counts once, also with another amount, and the page says so', async () => {
  const auction = await anAuction();
  const bidder = await bidderWithForm(service, auction);
  const token = bidder.hidden['token']!;
  const first = await bidder.follow(await bidder.send({ token, amount: '25' }));
  expect(readable(first.text)).not.toContain('You had sent this form before');
  const page = await bidder.follow(await bidder.send({ token, amount: '250' }));
  expect(readable(page.text)).toContain('You had sent this form before, so it counts once');
  expect(await bidsOf(auction)).toEqual([{ bidder: 'ada@example.com', value: 2_500 }]);
});

test('a bidder who does not confirm gets the form back filled in', async () => {
  const auction = await anAuction({ minimumBidValueInCents: 1_000 });
  const bidder = await bidderWithForm(service, auction);
  const question = await bidder.send({ amount: '100' });
  const form = await bidder.press(question, { name: 'change', value: '1' });
  expect(form.text).toContain('value="100.00"');
  expect(form.text).toContain('value="ada@example.com"');
  expect(await attemptsAt(auction)).toBe(0);
});

test('a bid that does not lead is taken as a backup, after the page said so', async () => {
  const auction = await anAuction();
  await aBidder(service, auction).bid({ amount: '50' });
  for (const [amount, why, label] of [
    ['50', 'it is equal to the leading bid of $50.00 , which was earlier', 'Equal, but later'],
    ['20', 'the leading bid is $50.00', 'Outbid by $30.00'],
  ] as const) {
    const bidder = await bidderWithForm(service, auction);
    const question = await bidder.send({ amount });
    expect(readable(question.text)).toContain(`This bid will not lead: ${why}`);
    const page = await bidder.follow(await bidder.press(question));
    expect(readable(page.text)).toContain(`Your bid: $${amount}.00 · ${label}`);
  }
  expect((await bidsOf(auction)).map(({ value }) => value)).toEqual([5_000, 5_000, 2_000]);
});

test.each(['75', '74.99'])(
  'a bid of $%s of somebody who has bid $75.00 is refused before a card is asked',
  async (amount) => {
    const auction = await anAuction();
    const bidder = aBidder(service, auction);
    await bidder.bid({ amount: '75' });
    const refused = await bidder.bid({ amount });
    expect(refused.status).toBe(422);
    expect(readable(refused.text)).toContain('You have already bid $75.00. Bid more to raise it.');
    expect(await attemptsAt(auction)).toBe(1);
  },
);

test('another bidder of the same browser may bid less', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  await bidder.bid({ amount: '75' });
  const question = await bidder.bid({ amount: '70', email: 'grace@example.com' });
  const page = readable((await bidder.follow(await bidder.press(question))).text);
  expect(page).toContain('Your bid: $70.00 · Outbid by');
});

test('3-D Secure: the bank asks, and refuses', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  const challenge = await bidder.bid({ cardNumber: cards.challenged });
  expect(readable(challenge.text)).toContain('This page plays the part of your bank');
  expect(readable(challenge.text)).toContain('visa ending in 3155');
  expect(await bidsOf(auction)).toEqual([]);
  expect(readable((await bidder.open()).text)).toContain('Your bank wants you to confirm');

  const page = await bidder.follow(await bidder.press(challenge, { name: 'verdict', value: 'fail' }));
  expect(readable(page.text)).toContain('The bank could not verify that it is you');
  expect(await bidsOf(auction)).toEqual([]);
});

test('3-D Secure that takes longer than the auction: no bid, and the hold is released', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  const challenge = await bidder.bid({ cardNumber: cards.challenged });
  await endAuction(service.db, auction.auctionId);
  const page = await bidder.follow(await bidder.press(challenge, { name: 'verdict', value: 'pass' }));
  expect(readable(page.text)).toContain(
    'Your bid came after the end. The bid was not placed. Nothing is held for this bid.',
  );
  expect(await bidsOf(auction)).toEqual([]);
  const { rows } = await service.db.query('select effect from simulated_ledger order by entry_id desc limit 1');
  expect(rows).toEqual([{ effect: 'released' }]);
});

test('a challenge answered twice, or without an answer, changes nothing', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  const challenge = await bidder.bid({ cardNumber: cards.challenged });
  expect((await bidder.press(challenge, { name: 'verdict', value: 'maybe' })).status).toBe(400);
  await bidder.follow(await bidder.press(challenge, { name: 'verdict', value: 'pass' }));
  const page = await bidder.follow(await bidder.press(challenge, { name: 'verdict', value: 'fail' }));
  expect(readable(page.text)).toContain('You lead');
  expect(await bidsOf(auction)).toHaveLength(1);
});

test('a challenge and an outcome are shown to the browser that sent the bid, whoever knows the address', async () => {
  const auction = await anAuction();
  const bidder = await bidderWithForm(service, auction);
  const redirect = await bidder.send({ cardNumber: cards.challenged, amount: '7777.77' });
  const challengePath = redirect.headers.get('location')!;
  const stranger = aBidder(service, auction);
  const seen = await stranger.follow(await stranger.get(challengePath));
  expect(readable(seen.text)).toContain('This browser has no such bid');
  expect(seen.text).not.toMatch(/7,?777/);
  const forged = await stranger.press(
    { ...seen, text: `<form method="post" action="${challengePath}">` },
    { name: 'verdict', value: 'pass' },
  );
  await stranger.follow(forged);
  expect(await bidsOf(auction)).toEqual([]);
});

test('a live seller without a payment provider takes no bid', async () => {
  const live = await service.seller({ mode: 'live' });
  const auction = await service.auction(live, ongoing);
  const bidder = await bidderWithForm(service, auction);
  const { status, text } = await bidder.send({ token: someToken() });
  expect(status).toBe(409);
  expect(readable(text)).toContain('This auction cannot take bids yet');
  expect(await attemptsAt(auction)).toBe(0);
});
