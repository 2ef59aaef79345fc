import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { followUpEvents } from '../../src/operations/work/follow-up-events.ts';
import { claimMessages } from '../../src/auctions/mail/claim-messages.ts';
import { readLinkKey } from '../../src/auctions/mail/link-key.ts';
import { mailOutages, sendMessage } from '../../src/operations/work/send-mail.ts';
import { makeMailer } from '../../src/auctions/mail/send-message.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import type { BidRequest } from '../../src/auctions/bids/begin-bid.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { freshDatabase } from '../support/database.ts';
import { newBrowserId } from '../support/new-browser-id.ts';
import { type Service, startService } from '../support/service.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** A service with a mail server of its own. */
export interface MailService extends AsyncDisposable {
  readonly service: Service;
  readonly server: MailServer;
  /** One auction of a seller who is live for messages: its bids are held by the simulated provider. */
  stage(options?: { readonly isTest?: boolean }): Promise<AuctionStage>;
  /** @returns the id of the bid */
  bid(stage: AuctionStage, name: string, valueInCents: number, facts?: Partial<BidRequest>): Promise<string>;
  /** Plays what a person at the provider's dashboard does with the charge of a sold auction. */
  change(stage: AuctionStage, change: 'refund' | 'refund_failed' | 'dispute'): Promise<void>;
  /** Somebody has asked for news at the address, or has confirmed it for the profile that names it. */
  confirm(...addresses: string[]): Promise<void>;
  /**
   * Does the work of a worker in a second.
   *
   * @param errors gets the text of each error that is logged
   * @param facts.isHasty a server that is silent for a second is given up
   */
  work(errors?: string[], facts?: { readonly isHasty?: boolean }): Promise<void>;
  /** Messages that wait for their next attempt, or whose claim has not ended, need not wait any longer. */
  hurry(): Promise<void>;
  /** The subjects of what has arrived at an address. */
  arrived(address: string): string[];
  /** The state of each message to an address, in the order of their events: `dropped unconfirmed`. */
  states(address: string): Promise<string[]>;
}

export async function startMailService(overrides: Partial<ProcessDeps> = {}): Promise<MailService> {
  const server = await startMailServer();
  const database = await freshDatabase();
  const plain = await startService(overrides, database);
  const secretsKeys = [randomBytes(32).toString('hex')];
  const { db: ownDb, log } = plain.deps;
  const config = {
    ...plain.deps.config,
    secretsKeys,
    linkKey: await readLinkKey({ db: ownDb, config: { secretsKeys }, log }),
    mail: { smtpUrl: server.url, from: 'Auctions <auctions@auctions.test>', eventsToken: 'a-token-of-the-bounces' },
  };
  const service = await startService({ ...overrides, config }, database);
  const { db, deps } = service;
  // On a busy machine, a server that works takes seconds to answer.
  const patient = makeMailer(config, { silenceMs: 20_000, attemptMs: 25_000 });
  const hasty = makeMailer(config, { silenceMs: 1_000, attemptMs: 4_000 });
  return {
    service,
    server,
    async stage({ isTest = false } = {}) {
      const stage = await setAuctionStage({ title: 'A walnut desk' }, service);
      if (!isTest) await db.query(`update sellers set mode = 'live' where seller_id = $1`, [stage.seller.sellerId]);
      return stage;
    },
    async change({ seller, auction }, change) {
      const { rows } = await db.query<{ mode: string }>('select mode from sellers where seller_id = $1', [
        seller.sellerId,
      ]);
      await db.query(`update sellers set mode = 'test' where seller_id = $1`, [seller.sellerId]);
      const { body } = await seller.graphql(
        `mutation { simulatePaymentChange(input: { auctionId: "${auction.auctionId}", change: ${change.toUpperCase()} }) { auction { auctionId } errors { code fault message path } } }`,
      );
      await db.query('update sellers set mode = $2 where seller_id = $1', [seller.sellerId, rows[0]!.mode]);
      if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
    },
    async bid(stage, name, valueInCents, facts = {}) {
      const { sellerId } = stage.seller;
      const { rows } = await db.query<{ mode: string }>('select mode from sellers where seller_id = $1', [sellerId]);
      // Only a test seller's money is held by the simulated provider.
      await db.query(`update sellers set mode = 'test' where seller_id = $1`, [sellerId]);
      const bidderId = `${name}@example.com`;
      const request = bidRequest(stage.auction.auctionId, {
        bidderId,
        valueInCents,
        browserId: browserOf(name),
        ...facts,
      });
      const placed = await placeBid(deps, request);
      await db.query('update sellers set mode = $2 where seller_id = $1', [sellerId, rows[0]!.mode]);
      if (placed.outcome !== 'placed') throw new Error(`The bid was not placed: ${JSON.stringify(placed)}`);
      return placed.bidId;
    },
    async confirm(...addresses) {
      await db.query(
        `insert into mail_addresses (seller_id, address, confirmed_at)
         select seller_id, address, clock_timestamp() from sellers, unnest($1::text[]) address
         on conflict (seller_id, address) do update set confirmed_at = clock_timestamp()`,
        [addresses],
      );
      await db.query('update seller_profiles set confirmed_email = email where email = any($1)', [addresses]);
    },
    async work(errors = [], { isHasty = false } = {}) {
      const mailer = isHasty ? hasty : patient;
      const write = (line: string) => void errors.push((JSON.parse(line) as { msg: string }).msg);
      const log = pino({ level: 'error' }, { write });
      const outages = mailOutages(log);
      // Instants are rounded to milliseconds: what was just written may be due in the next one.
      const soon = () => db.query('select pg_sleep(0.002)');
      for (const _ of [1, 2]) {
        await soon();
        await followUpEvents(deps);
      }
      await soon();
      for (let isMore = true; isMore;) {
        const messages = await claimMessages(db, 50);
        await Promise.all(messages.map((message) => sendMessage({ ...deps, log, outages }, mailer, message)));
        isMore = messages.length > 0;
      }
    },
    async hurry() {
      await db.query(
        `update messages set next_attempt_at = clock_timestamp() - interval '1 ms' where next_attempt_at is not null`,
      );
    },
    arrived: (address) => server.received.filter(({ to }) => to === address).map(({ mail }) => mail.subject ?? ''),
    async states(address) {
      const { rows } = await db.query<{ text: string }>(
        `select state || coalesce(' ' || reason, '') as text from messages where address = $1 order by event_id`,
        [address],
      );
      return rows.map(({ text }) => text);
    },
    async [Symbol.asyncDispose]() {
      for (const mailer of [patient, hasty]) mailer[Symbol.dispose]();
      await plain.deps.keyUse[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const browsers = new Map<string, string>();

function browserOf(name: string): string {
  if (!browsers.has(name)) browsers.set(name, newBrowserId());
  return browsers.get(name)!;
}
