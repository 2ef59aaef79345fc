import { describe, expect, test } from 'vitest';
import { followEvent } from '../../src/settlement/books/follow-event.ts';
import { type Language, languages } from '../../src/core/languages.ts';
import { locales } from '../../src/pages/auction/locale.ts';
import { reversePayment } from '../../src/payments/providers/simulated/reverse-payment.ts';
import { claimMessages } from '../../src/auctions/mail/claim-messages.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { followUpEvents } from '../../src/operations/work/follow-up-events.ts';
import { endAuction } from '../support/end-auction.ts';
import { type InsertedAuction, ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';
import { aBidder, type Bidder, cards, readable } from './bidder.ts';
import { changeHold } from '../providers/at-the-dashboard.ts';

const service = await serviceForFile();
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });

const moreCards = {
  ...cards,
  lapsesEarly: '4000 0090 0000 0102',
  releaseStumbles: 'release_5xx',
  noFunds: '4000 0000 0000 9995',
} as const;

/** One auction of a seller of its own, and Ada, whose page is read. */
interface Stage {
  readonly seller: Seller;
  readonly auction: InsertedAuction;
  readonly ada: Bidder;
  /** Ada bids, and answers what is asked before the card. */
  bid(amount: string, cardNumber?: string): Promise<void>;
  /** Somebody else bids. */
  other(amount: string, cardNumber?: string): Promise<void>;
  end(): Promise<void>;
  settle(): Promise<void>;
  /** Does what a worker does about holds: releases them. */
  release(): Promise<void>;
  cancel(): Promise<void>;
  advance(seconds: number): Promise<void>;
  /** Somebody captures Ada's newest hold at the provider, or refunds it there. */
  captureByHand(amountInCents?: number): Promise<void>;
  refund(): Promise<void>;
  pull(lever: 'voidBid' | 'closeCapture'): Promise<void>;
}

async function setStage(): Promise<Stage> {
  const seller = await service.seller();
  const auction = await service.auction(seller, ongoing);
  const { auctionId } = auction;
  const ada = aBidder(service, auction);
  const bid = async (bidder: Bidder, amount: string, cardNumber: string = cards.good, email = 'ada@example.com') => {
    await bidder.open();
    const answer = await bidder.send({ amount, cardNumber, email });
    if (answer.status === 200) await bidder.press(answer);
  };
  const newestHold = async () => {
    const { rows } = await service.db.query<{ authorizationId: string; reference: string; bidId: string }>(
      `select authorization_id as "authorizationId", provider_reference as reference, bid_id as "bidId"
       from authorizations where auction_id = $1 and bidder_id = 'ada@example.com' order by created_at desc limit 1`,
      [auctionId],
    );
    return rows[0]!;
  };
  const hear = async (kind: 'captured' | 'reversed') => {
    const { reference, authorizationId } = await newestHold();
    await followEvent(service.deps, 'simulated', { kind, reference, authorizationId });
  };
  const settle = async () => {
    await endAuction(service.db, auctionId);
    await settleAuction(service.deps, auctionId);
  };
  return {
    seller,
    auction,
    ada,
    bid: (amount, cardNumber) => bid(ada, amount, cardNumber),
    other: (amount, cardNumber) => bid(aBidder(service, auction), amount, cardNumber, 'grace@example.com'),
    end: () => endAuction(service.db, auctionId),
    settle,
    release: async () => {
      for (let round = 0; round < 4; round += 1) {
        await finishAuthorizations(service.deps, seller.sellerId);
        await service.db.query(
          `update authorizations set next_attempt_at = clock_timestamp() - interval '1 ms' where auction_id = $1 and state = 'releasing'`,
          [auctionId],
        );
      }
    },
    cancel: async () => expect((await seller.delete(`/v1/auctions/${auctionId}`)).status).toBe(200),
    advance: async (seconds) => {
      const { body } = await seller.mutate('advanceTestClock', { bySeconds: seconds }, 'clock { now }');
      expect(body.errors).toBeUndefined();
    },
    captureByHand: async (amountInCents) => {
      const { reference } = await newestHold();
      const how = amountInCents === undefined ? {} : { amountInCents };
      expect(await changeHold(service.db, { reference, change: 'capture', ...how })).toBe(true);
      await hear('captured');
    },
    refund: async () => {
      const { reference } = await newestHold();
      expect(await reversePayment(service.db, { reference, change: 'refund', amountInCents: null })).toBe(true);
      await hear('reversed');
    },
    pull: async (lever) => {
      const { authorizationId, bidId } = await newestHold();
      const subject = lever === 'voidBid' ? `bidId: "${bidId}"` : `authorizationId: "${authorizationId}"`;
      const { body } = await admin.graphql(
        `mutation { ${lever}(input: { ${subject}, reason: "A slip of the keyboard", confirm: true }) { operatorAction { state } errors { code fault message path } } }`,
      );
      expect(body.errors).toBeUndefined();
    },
  };
}

/** One attempt of Ada's to bid, by the books or by a sentence. */
type Claim = 'held' | 'releasing' | 'charged' | 'nothing' | 'returned';

interface Booked {
  readonly token: string;
  /** `null`: it is being found out. */
  readonly claim: Claim | null;
  readonly valueInCents: number;
  readonly chargedInCents: number;
}

async function booksOf({ auction }: Stage): Promise<Booked[]> {
  const { rows } = await service.db.query<Booked>(
    `select submission_token as token, value_in_cents as "valueInCents", coalesce(captured_in_cents, value_in_cents) as "chargedInCents",
       case
         when state = 'captured' or state = 'captured_outside' and closed_at is null then 'charged'
         when state = 'captured_outside' then 'returned'
         when state = 'releasing' then 'releasing'
         -- A confirmation that comes now makes the bank hold what is released at once.
         when state = 'challenged' and bidding_period_ends_at <= clock_timestamp() then 'releasing'
         when state = 'capturing' or state = 'authorized' and bid_id is not null
           and capture_before > clock_timestamp() + clock_offset_ms * interval '1 ms' then 'held'
         when state = 'intended' or state = 'authorized' and bid_id is null then null
         else 'nothing' end as claim
     from authorizations a join sellers using (seller_id) join auctions using (auction_id)
     where auction_id = $1 and bidder_id = 'ada@example.com' and replaces_authorization_id is null`,
    [auction.auctionId],
  );
  return rows;
}

/** How each language says it. A sentence that says that nothing is held has the word for held in it, so it is read first. */
const said: Record<Language, Record<Claim, RegExp>> = {
  en: {
    returned: /somebody charged .{1,20} to your card outside of this auction/g,
    nothing: /nothing is held/gi,
    held: /\bheld\b/gi,
    releasing: /being released/g,
    charged: /has charged \$|\$[\d,.]+ was charged/g,
  },
  de: {
    returned: /Jemand hat außerhalb dieser Auktion .{1,20} von Ihrer Karte abgebucht/g,
    nothing: /nichts (?:mehr )?reserviert/g,
    held: /reserviert/g,
    releasing: /gerade freigegeben/g,
    charged: /von Ihrer Karte abgebucht/g,
  },
  es: {
    returned: /alguien ha cobrado .{1,20} en su tarjeta fuera de esta subasta/g,
    nothing: /no hay nada retenido/gi,
    held: /retenid[oa]/gi,
    releasing: /está liberando/g,
    charged: /cobrado .{1,20} en su tarjeta/g,
  },
  ar: {
    returned: /خصم شخص ما .{1,20} من بطاقتك خارج هذا المزاد/g,
    nothing: /(?:لا يوجد|لم يعد) أي مبلغ محجوز/g,
    held: /محجوز/g,
    releasing: /يجري الآن إلغاء حجز/g,
    charged: /خُصم .{1,20} من بطاقتك|خصم شخص ما .{1,20} من بطاقتك لدى/g,
  },
};

function claimsIn(language: Language, text: string): Claim[] {
  let rest = text;
  const found: Claim[] = [];
  for (const claim of ['returned', 'nothing', 'held', 'releasing', 'charged'] as const) {
    const without = rest.replaceAll(said[language][claim], '');
    if (without !== rest) found.push(claim);
    rest = without;
  }
  return found.sort();
}

/** Reads what the page tells Ada in a language, and compares it with the books. */
async function compare(stage: Stage, language: Language, query = ''): Promise<void> {
  const { auction, ada } = stage;
  const { text } = await service.request(`/auctions/${auction.auctionId}${query}`, {
    headers: { cookie: ada.cookie!, 'accept-language': language },
  });
  const books = await booksOf(stage);
  const { dollars } = locales[language];

  const status = /<div id="status">(.*?)<\/div>\s*<\/div>/s.exec(text)![1]!;
  const section = /<section id="bid".*?<\/section>/s.exec(text)![0];
  const result = section.includes('<form') ? '' : section;
  const list = /<section class="card" id="own-bids".*?<\/ol>/s.exec(text)![0];
  const told = readable([status, result, list].join(' '));

  const expected = new Set(books.flatMap(({ claim }) => (claim === null ? [] : [claim])));
  expect(claimsIn(language, told), told).toEqual([...expected].sort());

  const sum = books
    .filter(({ claim }) => claim === 'held')
    .reduce((cents, { valueInCents }) => cents + valueInCents, 0);
  const sums = /<p class="hint">.*?<\/p>/s.exec(list)![0].match(/<b class="money">.*?<\/b>/g) ?? [];
  expect(sums.map((each) => readable(each).trim())).toEqual(sum === 0 ? [] : [readable(dollars(sum)).trim()]);
  for (const { chargedInCents } of books.filter(({ claim }) => claim === 'charged' || claim === 'returned')) {
    expect(told).toContain(readable(dollars(chargedInCents)));
  }

  const items = [...list.matchAll(/<li data-bid="([^"]+)".*?<\/li>/gs)];
  expect(new Set(items.map(([, token]) => token))).toEqual(new Set(books.map(({ token }) => token)));
  const itemsWithoutWords = items.filter(([item, token]) => {
    const detail = /<p>(?!<a)(.*?)<\/p>/s.exec(item);
    const { claim } = books.find((booked) => booked.token === token)!;
    if (detail !== null) expect(claimsIn(language, readable(detail[1]!)), item).toEqual(claim === null ? [] : [claim]);
    return detail === null;
  });
  // The result, and the box that says how the bidder stands, speak of at most two bids.
  expect(itemsWithoutWords.length).toBeLessThanOrEqual(2);
  if (language === 'en') expect(told).not.toMatch(anArticleBeforeAnAmount);
}

// “An $80.00”, “an $11”, “a $20”: an amount is read aloud, and its article depends on the number.
const anArticleBeforeAnAmount = /\ban? \$/i;

type Step = (stage: Stage) => Promise<void>;

const bid =
  (amount: string, cardNumber?: string): Step =>
  (stage) =>
    stage.bid(amount, cardNumber);
const other =
  (amount: string): Step =>
  (stage) =>
    stage.other(amount);
const captureByHand =
  (amountInCents?: number): Step =>
  (stage) =>
    stage.captureByHand(amountInCents);
const end: Step = (stage) => stage.end();
const settle: Step = (stage) => stage.settle();
const release: Step = (stage) => stage.release();
const cancel: Step = (stage) => stage.cancel();
const refund: Step = (stage) => stage.refund();
const voidBid: Step = (stage) => stage.pull('voidBid');
const closeCapture: Step = (stage) => stage.pull('closeCapture');
/** The test clock moves past the minute that the card holds money. */
const lapse: Step = (stage) => stage.advance(120);
/** The provider has yet to say so. */
const passHoldTime: Step = async ({ auction }) => {
  await service.db.query(
    `update authorizations set capture_before = clock_timestamp() - interval '1 ms' where auction_id = $1`,
    [auction.auctionId],
  );
};
const failChallenge: Step = async ({ ada, auction }) => {
  const bank = await ada.get(`/auctions/${auction.auctionId}/challenge?bid=${ada.hidden['token']}`);
  await ada.press(bank, { name: 'verdict', value: 'fail' });
};
/** As while the provider's answer is on its way. */
const forgetAnswer: Step = async ({ auction }) => {
  await service.db.query(
    `update authorizations set state = 'intended', failure_code = null where value_in_cents = 8000 and auction_id = $1`,
    [auction.auctionId],
  );
};

const open: Record<string, readonly Step[]> = {
  leading: [bid('65')],
  outbid: [bid('65'), other('75')],
  tied: [other('65'), bid('65')],
  'raised, while the lower hold is being released': [bid('65', moreCards.releaseStumbles), bid('80')],
  'raised, and the lower hold released': [bid('65'), bid('80'), release],
  'raised, and outbid': [bid('65'), bid('80'), release, other('90')],
  'a raise that the card cannot hold': [bid('65'), bid('80', moreCards.noFunds)],
  'a first bid that was declined': [bid('65', cards.declined)],
  challenged: [bid('65', cards.challenged)],
  'a raise that waits for the bank': [bid('65'), bid('80', cards.challenged)],
  'a challenge that was failed': [bid('65', cards.challenged), failChallenge],
  'in doubt': [bid('65'), bid('80', cards.serverError), forgetAnswer],
  'lapsed, by the test clock': [bid('65', moreCards.lapsesEarly), lapse],
  'past its time, before the provider has said so': [bid('65'), passHoldTime],
  'lapsed, and bid again': [bid('65', moreCards.lapsesEarly), lapse, bid('70')],
  'voided, while its hold is being released': [bid('65', moreCards.releaseStumbles), voidBid],
  voided: [bid('65'), voidBid, release],
  'captured by hand': [bid('65'), captureByHand()],
  'captured by hand in part, and outbid': [bid('65'), other('75'), captureByHand(4_000)],
  'captured by hand, and refunded': [bid('65'), captureByHand(), refund],
};

const closing: Record<string, readonly Step[]> = {
  'ended as the highest': [bid('65'), end],
  'ended as a backup': [bid('65'), other('75'), end],
  'ended with a voided bid': [bid('65'), voidBid, end],
  'ended with a lapsed bid': [bid('65'), passHoldTime, end],
  'ended while the bank waits': [bid('65'), bid('80', cards.challenged), end],
  'ended, captured by hand and not the highest': [bid('65'), other('75'), captureByHand(), end],
};

const lost = [bid('65'), other('75'), settle];
const decided: Record<string, readonly Step[]> = {
  won: [bid('65'), settle],
  'won after a raise, while the lower hold is being released': [
    bid('65', moreCards.releaseStumbles),
    bid('80'),
    settle,
  ],
  'won with a capture in part': [bid('65'), captureByHand(4_000), settle],
  'lost, while the hold is being released': lost,
  'lost, weeks later': [...lost, release],
  'lost with the lower of two bids, the higher one voided': [bid('80'), voidBid, bid('65'), other('75'), settle],
  'not charged, and nobody else bid': [bid('65', cards.captureDeclined), settle, release],
  'not charged, and another bid won': [other('50'), bid('65', cards.captureDeclined), settle, release],
  'cancelled, while the hold is being released': [bid('65', moreCards.releaseStumbles), cancel],
  'cancelled, and released': [bid('65'), cancel, release],
  'captured by hand after the loss': [...lost, captureByHand(), release],
  'captured by hand after the loss, and closed by an operator': [...lost, captureByHand(), release, closeCapture],
};

describe.each(Object.entries({ ...open, ...closing, ...decided }))('%s:', (_, steps) => {
  test('the page says as much as the books, in every language', async () => {
    const stage = await setStage();
    for (const step of steps) await step(stage);
    const books = await booksOf(stage);
    expect(books.length).toBeGreaterThan(0);
    for (const language of languages) {
      await compare(stage, language);
      // The form that was just sent.
      for (const { token } of books) await compare(stage, language, `?bid=${token}`);
    }
    await compareMessages(stage);
  });
});

/** Reads what the messages tell Ada about her money now, and compares it with the books. */
async function compareMessages(stage: Stage): Promise<void> {
  await followUpEvents(service.deps);
  await followUpEvents(service.deps);
  while ((await claimMessages(service.db, 50)).length > 0);
  const books = new Set((await booksOf(stage)).map(({ claim }) => claim));
  const { body } = await stage.seller.graphql('{ sellerProfile { inboxUrl } }');
  const inbox = await service.request(new URL(body.data.sellerProfile.inboxUrl).pathname);
  const ofAda = inbox.text.split('<li>').filter((item) => item.includes('ada@example.com'));
  const told = await Promise.all(
    ofAda.map(async (item) => (await service.request(/href="([^"]*\?as=text)"/.exec(item)![1]!)).text),
  );
  const claimed = new Set(told.flatMap((text) => claimsIn('en', text.replaceAll(/^Held on your card:.*$/gm, ''))));
  expect(
    [...claimed].filter((claim) => !books.has(claim)),
    told.join('\n'),
  ).toEqual([]);
  // The result of the auction names every charge.
  const ofResult = told.filter((text) => /^You have (?:won|not won)$/m.test(text));
  const charges = (['charged', 'returned'] as const).filter((claim) => books.has(claim));
  expect(
    ofResult.map((text) => claimsIn('en', text).filter((claim) => charges.some((each) => each === claim))),
  ).toEqual(ofResult.map(() => charges));
}

/** The words of the second step, before the card is asked. */
const cardStepOf = async ({ ada }: Stage, amount: string, more = {}) => {
  await ada.open();
  const { text } = await ada.send({
    amount,
    cardNumber: undefined,
    cardExpiry: undefined,
    cardCvc: undefined,
    ...more,
  });
  return readable(/<section id="bid".*?<\/section>/s.exec(text)![0]);
};

test('the first bid: nothing is held for it yet', async () => {
  const words = await cardStepOf(await setStage(), '65');
  expect(words).toContain('Your bid: $65.00 Nothing is held for this bid yet.');
  expect(words).not.toContain('Held on your card');
});

test.each([
  ['leads', async () => {}, 'You already lead.'],
  ['was outbid', ({ other }: Stage) => other('75'), 'This raises your earlier bid.'],
])('a bidder who %s reads before confirming a raise what is held now and then', async (_, meanwhile, first) => {
  const stage = await setStage();
  await stage.bid('65');
  await meanwhile(stage);
  const words = await cardStepOf(stage, '80');
  expect(words).toContain(
    `${first} Held on your card now: $65.00 . Once this bid is placed: $80.00 . The earlier hold is released then; your bank may show both for a moment. Nothing is held for this bid yet.`,
  );
  expect(words).not.toMatch(anArticleBeforeAnAmount);
  // Nobody skips the question: a form that brings the card along is asked it, too.
  expect((await stage.ada.send({ amount: '80', confirmed: '' })).status).toBe(200);
  expect(await booksOf(stage)).toHaveLength(1);
});

test('after a raise that the card cannot hold, its bidder reads what stands, and that the earlier hold may be why', async () => {
  const stage = await setStage();
  await stage.bid('65');
  await stage.bid('80', moreCards.noFunds);
  const token = (await booksOf(stage)).find(({ valueInCents }) => valueInCents === 8_000)!.token;
  const page = readable((await stage.ada.open(`/auctions/${stage.auction.auctionId}?bid=${token}`)).text);
  expect(page).toContain(
    'The card has insufficient funds for this bid. The bid was not placed. Nothing is held for this bid. Your earlier bid stands: $65.00 stays held on your card. That hold may be why: try another card, or bid less.',
  );
});

test('a raise that the bidder failed to confirm says what stands, and does not blame the earlier hold', async () => {
  const stage = await setStage();
  await stage.bid('65');
  await stage.bid('80', cards.challenged);
  const token = (await booksOf(stage)).find(({ valueInCents }) => valueInCents === 8_000)!.token;
  const bank = await stage.ada.get(`/auctions/${stage.auction.auctionId}/challenge?bid=${token}`);
  const page = readable((await stage.ada.follow(await stage.ada.press(bank, { name: 'verdict', value: 'fail' }))).text);
  expect(page).toContain('Nothing is held for this bid. Your earlier bid stands: $65.00 stays held on your card.');
  expect(page).not.toContain('may be why');
});

test('the bidder of a lapsed hold is asked to bid again, and can, while the auction is open', async () => {
  const stage = await setStage();
  await stage.bid('65', moreCards.lapsesEarly);
  await stage.advance(120);
  const { text } = await stage.ada.open();
  expect(readable(text)).toContain('Bid again to take part.');
  expect(text).toContain('<form');
  expect(text).toMatch(/<title>Hold lapsed · /);
  await stage.bid('65');
  expect(readable((await stage.ada.open()).text)).toContain(
    'You lead Your bid of $65.00 is the highest, and is held on your card.',
  );
});

test.each([
  ['voided', voidBid],
  ['past its time', passHoldTime],
])('while an auction closes, a bid that is %s is called no backup', async (_, change) => {
  const stage = await setStage();
  await stage.bid('65');
  await stage.other('50');
  await change(stage);
  await stage.end();
  const page = readable((await stage.ada.open()).text);
  expect(page).not.toMatch(/backup|charged next|Bid again/);
  expect(page).toContain('cannot win any more');
});
