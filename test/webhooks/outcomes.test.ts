import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { eventBody } from '../../src/auctions/webhooks/event-body.ts';
import { eventColumns, type EventRow } from '../../src/auctions/webhooks/events.ts';
import { followUpEvents } from '../../src/operations/work/follow-up-events.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { newBrowserId } from '../support/new-browser-id.ts';
import { publicUrl, serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db, deps } = service;
const followUp = () => followUpEvents(deps);
let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage({}, service)));

interface Bidder {
  readonly bidderId: string;
  readonly browserId: string;
}

function newBidder(name: string): Bidder {
  return { bidderId: `${name}@example.com`, browserId: newBrowserId() };
}

async function bid(bidder: Bidder, valueInCents: number, card = 'visa'): Promise<string> {
  const request = { ...bidder, valueInCents, cardToken: `simulated_card_${card}` };
  const placed = await placeBid(deps, bidRequest(stage.auction.auctionId, request));
  if (placed.outcome !== 'placed') throw new Error(`The bid was not placed: ${JSON.stringify(placed)}`);
  return placed.bidId;
}

/** The outcomes of bids that were recorded, in their order: `bid_outbid 5000`. */
async function outcomes(): Promise<string[]> {
  const { rows } = await db.query<{ outcome: string }>(
    `select event_type || ' ' || (snapshot ->> 'bidValueInCents') as outcome from webhook_events
     where auction_id = $1 and event_type in ('bid_outbid', 'bid_won', 'bid_lost') order by event_id`,
    [stage.auction.auctionId],
  );
  return rows.map(({ outcome }) => outcome).sort();
}

test('the bid that led is outbid by a higher bid of another person, once for each, however late that is noticed', async () => {
  const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map(newBidder) as [Bidder, Bidder, Bidder];
  await bid(ada, 5_000);
  await bid(ben, 6_000);
  await bid(cleo, 5_500);
  await followUp();
  await bid(cleo, 7_000);
  await bid(ada, 8_000);
  await followUp();
  await followUp();
  expect(await outcomes()).toEqual(['bid_outbid 5000', 'bid_outbid 6000', 'bid_outbid 7000']);
});

test('nobody is outbid by an equal bid, by a lower one, or by an own higher one', async () => {
  const [ada, ben] = ['ada', 'ben'].map(newBidder) as [Bidder, Bidder];
  await bid(ben, 4_000);
  await bid(ada, 5_000);
  await bid(ada, 6_000);
  await bid(ben, 6_000);
  await followUp();
  expect(await outcomes()).toEqual(['bid_outbid 4000']);
});

test('each bidder hears once of the result: who won, and everybody else by the highest bid', async () => {
  const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map(newBidder) as [Bidder, Bidder, Bidder];
  await bid(cleo, 3_000);
  await bid(ada, 5_000);
  await bid(cleo, 5_500);
  await bid(ben, 9_000, 'capture_declined');
  await stage.settle();
  await followUp();
  await followUp();
  expect(await outcomes()).toEqual([
    'bid_lost 5000',
    'bid_lost 9000',
    'bid_outbid 3000',
    'bid_outbid 5000',
    'bid_outbid 5500',
    'bid_won 5500',
  ]);
});

test('a cancelled auction has no outcomes, also of bids that nobody had looked at before', async () => {
  const [ada, ben] = ['ada', 'ben'].map(newBidder) as [Bidder, Bidder];
  await bid(ada, 5_000);
  await bid(ben, 6_000);
  expect((await stage.seller.delete(`/v1/auctions/${stage.auction.auctionId}`)).status).toBe(200);
  await stage.work();
  await followUp();
  expect(await outcomes()).toEqual([]);
});

test('an event of a bid has the private link of its bidder, which an endpoint gets, too', async () => {
  await insertEndpoint(db, stage.seller, { eventTypes: ['bid_placed', 'bid_lost'] });
  const submissionToken = randomUUID();
  const browserId = newBrowserId();
  await placeBid(deps, bidRequest(stage.auction.auctionId, { submissionToken, browserId, valueInCents: 1_000 }));
  await bid(newBidder('ben'), 2_000);
  await stage.settle();
  await followUp();
  const { rows } = await db.query<EventRow>(
    `select ${eventColumns} from webhook_events v join webhook_deliveries using (event_id)
     where auction_id = $1 and snapshot ->> 'bidValueInCents' = '1000' order by event_id`,
    [stage.auction.auctionId],
  );
  expect(rows.map(({ eventType }) => eventType)).toEqual(['bid_placed', 'bid_lost']);
  for (const event of rows) {
    const { payload } = JSON.parse(eventBody(event, 'test', { publicUrl }));
    const { status, text } = await service.request(payload.privateUrl.slice(publicUrl.length));
    expect({ status, shows: text.includes('$10.00') }).toEqual({ status: 200, shows: true });
  }
});

test('two processes that follow up at once record each outcome once', async () => {
  const bidders = Array.from({ length: 12 }, (_, index) => newBidder(`bidder-${index}`));
  for (const [index, bidder] of bidders.entries()) await bid(bidder, 1_000 + index * 100);
  await Promise.all([followUp(), followUp(), followUp()]);
  expect(await outcomes()).toHaveLength(11);
});

test('an event that an older version left for more than a day writes no message', async () => {
  await bid(newBidder('ada'), 5_000);
  await bid(newBidder('ben'), 6_000);
  await db.query(`update webhook_events set created_at = created_at - interval '25 hours' where auction_id = $1`, [
    stage.auction.auctionId,
  ]);
  await followUp();
  expect(await outcomes()).toEqual([]);
  const { rows } = await db.query('select from webhook_events where follow_up_at is not null');
  expect(rows).toEqual([]);
});

test('an event that cannot be followed up stops no other, and is tried again', async () => {
  const [ada, ben] = ['ada', 'ben'].map(newBidder) as [Bidder, Bidder];
  const broken = await bid(ada, 5_000);
  await bid(ben, 6_000);
  const other = await setAuctionStage({}, service);
  const low = await other.bid(4_000);
  await other.bid(6_000);
  await db.query(`
    create function refuse_outcome() returns trigger language plpgsql as $$ begin raise exception 'no outcome'; end $$;
    create trigger refuse_outcome before insert on webhook_events for each row
      when (new.event_type = 'bid_outbid' and new.bid_id = '${broken}') execute function refuse_outcome()`);
  const outbid = async () =>
    (await db.prisma.webhookEvent.findMany({ where: { eventType: 'bid_outbid', bidId: { in: [broken, low] } } })).map(
      ({ bidId }) => bidId,
    );
  await followUp();
  expect(await outbid()).toEqual([low]);
  await db.query('drop trigger refuse_outcome on webhook_events; drop function refuse_outcome');
  await db.query(`update webhook_events set follow_up_at = clock_timestamp() where follow_up_at > clock_timestamp()
    returning pg_sleep(0.001)`);
  await followUp();
  const told = await outbid();
  expect(told).toHaveLength(2);
  expect(new Set(told)).toEqual(new Set([broken, low]));
});
