import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  canonical,
  digest,
  type Fault,
  type Head,
  readHead,
  verifyTranscript,
  writeHead,
} from '../../packages/verify-transcript/verify.js';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { findAuthorization } from '../../src/payments/holds/find-authorization.ts';
import { renewAuthorization } from '../../src/payments/holds/renew-authorization.ts';
import { bidRequest } from '../support/bid-request.ts';
import { type AuctionOptions, ongoing, upcoming } from '../support/insert-auction.ts';
import { newBrowserId } from '../support/new-browser-id.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { brokenTranscripts, type Line, readTranscript, type TranscriptOfTest } from '../support/transcripts.ts';

const service = await sharedService();
const { db, deps } = service;
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
const softClose = { windowSeconds: 120, maximumSeconds: 3_600 };

const aPerson = () => {
  const bidderId = `${randomUUID()}@example.com`;
  return { bidderId, email: bidderId, browserId: newBrowserId() };
};
type Person = ReturnType<typeof aPerson>;

async function bid(auctionId: string, person: Person, valueInCents: number, card = 'visa'): Promise<string> {
  const cardToken = `simulated_card_${card}`;
  const placed = await placeBid(deps, bidRequest(auctionId, { ...person, valueInCents, cardToken }));
  if (placed.outcome !== 'placed') throw new Error(JSON.stringify(placed));
  return placed.bidId;
}

async function done(asker: Seller, mutation: string): Promise<void> {
  const { body } = await asker.graphql(`mutation { done: ${mutation} { errors { __typename } } }`);
  expect(body).toMatchObject({ data: { done: {} } });
  expect(body.errors ?? body.data.done.errors ?? []).toEqual([]);
}

const pass = (seller: Seller, seconds: number) => done(seller, `advanceTestClock(input: { bySeconds: ${seconds} })`);

async function stage(options: AuctionOptions = {}) {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { ...ongoing, ...options });
  return { seller, auctionId };
}

/** Lets the hold of a bid lapse. @returns a function that tries to renew it, as a worker does */
async function lapse(bidId: string): Promise<() => Promise<unknown>> {
  const { rows } = await db.query<{ id: string }>(
    `update authorizations set capture_before = clock_timestamp() - interval '1 s' where bid_id = $1 returning authorization_id as id`,
    [bidId],
  );
  return async () => await renewAuthorization(deps, (await findAuthorization(db, rows[0]!.id))!);
}

const kindsOf = ({ lines }: { lines: readonly Line[] }) => lines.map(({ kind }) => kind);

/** The lines of an auction as its page shows them, which verify and equal the books. */
async function whole(auctionId: string) {
  expect(await brokenTranscripts(db, [auctionId])).toEqual([]);
  const transcript = await readTranscript(db, auctionId);
  expect((await verifyTranscript(transcript)).faults).toEqual([]);
  return transcript;
}

/** An auction with a line of nearly every kind, and the bids that they name. */
async function lively() {
  const { seller, auctionId } = await stage({ endsInSeconds: 60, softClose });
  const [ann, bob] = [aPerson(), aPerson()];
  const first = await bid(auctionId, ann, 1_000);
  const lapsing = await bid(auctionId, bob, 5_000);
  const renewLapsed = await lapse(lapsing);
  await bid(auctionId, aPerson(), 1_100);
  await renewLapsed();
  const raised = await bid(auctionId, ann, 6_000, 'capture_declined');
  const slip = await bid(auctionId, aPerson(), 70_000);
  await done(admin, `voidBid(input: { bidId: "${slip}", reason: "A slip", confirm: true })`);
  await pass(seller, 7_200);
  return { seller, auctionId, ann, bob, first, lapsing, raised, slip, transcript: await whole(auctionId) };
}

const { transcript: sold, ...played } = await lively();

/** An auction that was bought while the hold of its only bid had lapsed, and renewed afterwards. */
async function bought(lapsingInCents = 1_000) {
  const { seller, auctionId } = await stage({ endsInSeconds: 60, softClose, buyNowPriceInCents: 9_000 });
  const lapsing = await bid(auctionId, aPerson(), lapsingInCents);
  const renewLapsed = await lapse(lapsing);
  const purchase = await placeBid(deps, bidRequest(auctionId, { ...aPerson(), valueInCents: 9_000, isPurchase: true }));
  expect(purchase).toMatchObject({ outcome: 'placed' });
  await renewLapsed();
  await pass(seller, 7_200);
  return { lapsing, transcript: await whole(auctionId) };
}

async function unsold() {
  const { seller, auctionId } = await stage();
  await pass(seller, 7_200);
  return await whole(auctionId);
}

async function cancelled() {
  const { seller, auctionId } = await stage();
  await bid(auctionId, aPerson(), 1_000);
  await done(seller, `cancelAuction(input: { auctionId: "${auctionId}" })`);
  return await whole(auctionId);
}

test('a transcript tells raises, lapses, renewals, voids, extensions, refused captures and the winner', () => {
  expect(sold.lines.map(({ kind, cause, bidId }) => [kind, ...(cause ? [cause, bidId] : [])].join(' '))).toEqual([
    'opened',
    'bid',
    'extended',
    'bid',
    'extended',
    'bid',
    `void lapsed ${played.lapsing}`,
    'extended',
    'restored',
    'bid',
    `void raised ${played.first}`,
    'extended',
    'bid',
    'extended',
    `void voided ${played.slip}`,
    `void not_paid ${played.raised}`,
    'sold',
  ]);
  expect(sold.lines.at(-1)).toMatchObject({ bidId: played.lapsing });
});

test('a line is canonical JSON, with the hash of the line before', async () => {
  const { body } = await played.seller.graphql(
    `{ auction(auctionId: "${played.auctionId}") { transcript { head { position hash } lines(first: 2) {
         totalCount edges { cursor node { position hash line } } } } } }`,
  );
  const { head, lines } = body.data.auction.transcript;
  expect(head).toEqual(sold.head);
  expect(lines.totalCount).toBe(sold.lines.length);
  const [opened, next] = lines.edges.map(({ node }: { node: Line }) => node);
  expect(opened.line).toBe(canonical(sold.lines[0]!));
  expect(next.line).toBe(canonical(sold.lines[1]!));
  expect(opened.hash).toBe(await digest(opened.line));
  expect(JSON.parse(next.line).previous).toBe(opened.hash);
  const { body: rest } = await played.seller.graphql(
    `{ auction(auctionId: "${played.auctionId}") { transcript { lines(first: 100, after: "${lines.edges[1].cursor}") { edges { node { position } } } } } }`,
  );
  expect(rest.data.auction.transcript.lines.edges.map(({ node }: Line) => node.position)).toEqual(
    sold.lines.slice(2).map(({ position }) => position),
  );
});

test('an unsold and a cancelled auction have their results as last lines', async () => {
  expect(kindsOf(await unsold())).toEqual(['opened', 'unsold']);
  expect(kindsOf(await cancelled())).toEqual(['opened', 'bid', 'cancelled']);
  const early = await stage({ ...upcoming, endsInSeconds: 7_200 });
  expect(await readTranscript(db, early.auctionId)).toEqual({ auctionId: early.auctionId, head: null, lines: [] });
  await done(early.seller, `cancelAuction(input: { auctionId: "${early.auctionId}" })`);
  expect(kindsOf(await whole(early.auctionId))).toEqual(['opened', 'cancelled']);
});

test.each([1_000, 10_000])(
  'a purchase for 9000 ends the bidding, and voids a lapsed bid of %i for good',
  async (value) => {
    const { lapsing, transcript } = await bought(value);
    const { auctionId, lines } = transcript;
    expect(kindsOf({ lines })).toEqual(['opened', 'bid', 'extended', 'bid', 'void', 'ended', 'sold']);
    expect(lines[4]).toMatchObject({ cause: 'lapsed', bidId: lapsing });
    expect(lines[6]).toMatchObject({ bidId: lines[3]!['bidId'] });
    // The same line without a purchase is a fault.
    const early = await forged(lines.toSpliced(4, 1));
    const { faults } = await verifyTranscript({ ...early, auctionId });
    expect(faults).toContainEqual({ code: 'end', position: 5 });
  },
);

test('the verifier names a bid, an extension and a second end after a purchase', async () => {
  const { auctionId, lines } = (await bought()).transcript;
  const [purchase, end] = [lines[3]!, lines[5]!];
  for (const [slipped, code] of [
    [{ ...purchase, bidId: randomUUID(), bidValueInCents: 900 }, 'bid'],
    [{ ...end, kind: 'extended', endsAt: new Date(Date.parse(purchase['at']) + 120_000).toISOString() }, 'end'],
    [end, 'end'],
  ] as const) {
    const { faults } = await verifyTranscript({ ...(await forged(lines.toSpliced(6, 0, slipped))), auctionId });
    expect(faults).toContainEqual({ code, position: 7 });
  }
});

test.each<[string, string, readonly string[], string]>([
  ['half a proof', JSON.stringify(sold), ['--bid', played.first, '--salt', randomUUID()], 'A proof needs'],
  ['a head that is too short', JSON.stringify(sold), ['--seen', '2-ab'], 'is no head'],
  ['a page', '<!doctype html>', [], 'it is not JSON'],
  ['another value', 'null', [], 'This is no transcript of an auction.'],
])('the command refuses %s, and checks nothing', async (_, text, options, message) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'transcript-'));
  const file = join(folder.path, 'transcript.json');
  await writeFile(file, text);
  const refused = promisify(execFile)(process.execPath, ['packages/verify-transcript/verify.js', file, ...options]);
  await expect(refused).rejects.toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});

test('a hundred bids at once are a hundred lines in one chain', async () => {
  const { auctionId } = await stage();
  await Promise.all(Array.from({ length: 100 }, (_, index) => bid(auctionId, aPerson(), 1_000 + (index % 7))));
  expect(kindsOf(await whole(auctionId)).filter((kind) => kind === 'bid')).toHaveLength(100);
});

/** Places where a text or a number is changed so that it looks as sound as before. */
function changedValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return 1;
  const at = value.search(/[0-8a-e](?=[^0-8a-e]*$)/);
  return value.slice(0, at) + String.fromCharCode(value.charCodeAt(at) + 1) + value.slice(at + 1);
}

const withLine = (transcript: TranscriptOfTest, index: number, line: Line) => ({
  ...transcript,
  lines: transcript.lines.with(index, line),
});

/** The lines of four auctions, which are of every kind; the shortest transcript first. */
const mutated = [await unsold(), await cancelled(), (await bought()).transcript, sold].flatMap((transcript) =>
  transcript.lines.map((line, index) => ({ transcript, index, line })),
);

const namesLine = (faults: readonly Fault[], position: number) => faults.some((fault) => fault.position === position);

test('the verifier names the line of which any field is changed, misses or was added', async () => {
  const cases = mutated.flatMap(({ transcript, index, line }) =>
    Object.keys(line).flatMap((field) => {
      const { [field]: value, ...rest } = line;
      return [{ ...line, [field]: changedValue(value) }, rest, { ...rest, [`${field}s`]: value }].map((forgedLine) => ({
        transcript,
        index,
        forgedLine,
      }));
    }),
  );
  expect(cases.length).toBeGreaterThan(300);
  for (const { transcript, index, forgedLine } of cases) {
    const { faults } = await verifyTranscript(withLine(transcript, index, forgedLine));
    expect({ forgedLine, isNamed: namesLine(faults, index + 1) }).toEqual({ forgedLine, isNamed: true });
  }
});

test('the verifier names the line of which any byte is changed', async () => {
  const seen = new Set<unknown>();
  for (const { transcript, index, line } of mutated) {
    if (seen.has(line['kind'])) continue;
    seen.add(line['kind']);
    const text = canonical(line);
    for (let at = 0; at < text.length; at += 1) {
      const forgedText = text.slice(0, at) + (text[at] === '7' ? '8' : '7') + text.slice(at + 1);
      let forgedLine: unknown;
      try {
        forgedLine = JSON.parse(forgedText);
      } catch {
        continue;
      }
      if (typeof forgedLine !== 'object') continue;
      const { faults } = await verifyTranscript(withLine(transcript, index, forgedLine as Line));
      expect({ forgedText, isNamed: namesLine(faults, index + 1) }).toEqual({ forgedText, isNamed: true });
    }
  }
  expect(seen).toEqual(
    new Set(['opened', 'bid', 'void', 'restored', 'extended', 'ended', 'sold', 'unsold', 'cancelled']),
  );
});

test('the verifier finds lines that were removed, swapped and slipped in', async () => {
  for (let index = 0; index < sold.lines.length; index += 1) {
    const removed = { ...sold, lines: sold.lines.toSpliced(index, 1) };
    expect((await verifyTranscript(removed)).faults.length).toBeGreaterThan(0);
    const twice = { ...sold, lines: sold.lines.toSpliced(index, 0, sold.lines[index]!) };
    expect(namesLine((await verifyTranscript(twice)).faults, index + 2)).toBe(true);
    if (index === 0) continue;
    const swapped = {
      ...sold,
      lines: sold.lines.with(index, sold.lines[index - 1]!).with(index - 1, sold.lines[index]!),
    };
    expect(namesLine((await verifyTranscript(swapped)).faults, index + 1)).toBe(true);
  }
});

/** Computes the chain anew, as somebody would who forges a transcript. */
async function forged(lines: readonly Line[]) {
  const chained: Line[] = [];
  let previous = '0'.repeat(64);
  for (const [index, line] of lines.entries()) {
    chained.push({ ...line, position: index + 1, previous });
    previous = await digest(canonical(chained[index]!));
  }
  return { ...sold, lines: chained, head: { position: chained.length, hash: previous } };
}

test('a verdict keeps what is wrong apart from the checks that passed', async () => {
  const end = { count: 5, endsAt: sold.lines[13]!['endsAt'] };
  expect(await verifyTranscript(sold)).toEqual({
    faults: [],
    checks: [
      { code: 'chain', position: 17 },
      { code: 'bids', count: 5 },
      { code: 'extended', ...end },
      { code: 'sold', position: 4, valueInCents: 5_000 },
    ],
    notes: [{ code: 'head', head: writeHead(sold.head!) }],
    head: sold.head,
  });
  // The chain of a forger holds; one rule does not, and the other checks pass.
  const forger = await forged(sold.lines.with(16, { ...sold.lines[16]!, bidId: sold.lines[5]!['bidId'] }));
  const { faults, checks } = await verifyTranscript(forger, { seen: [await headAt(3)] });
  expect(faults).toEqual([{ code: 'winner', position: 17 }]);
  expect(checks.map(({ code }) => code)).toEqual(['chain', 'bids', 'extended', 'seenHead']);
  // In a broken chain, only a head can be right: the line that the proof fits may have been changed.
  const { rows } = await db.query<{ salt: string }>(`select transcript_salt as salt from bids where bid_id = $1`, [
    played.first,
  ]);
  const proof = { bidId: played.first, salt: rows[0]!.salt, bidderId: played.ann.bidderId };
  const broken = await verifyTranscript({ ...sold, head: await headAt(15) }, { seen: [await headAt(3)], proof });
  expect(broken.faults).toEqual([{ code: 'head', position: 17 }]);
  expect(broken.checks).toEqual([{ code: 'seenHead', position: 4 }]);
  const { checks: boughtOnes } = await verifyTranscript((await bought()).transcript);
  expect(boughtOnes.map(({ code }) => code)).toEqual(['chain', 'bids', 'bought', 'sold']);
});

test('the command marks faults, checks and notes', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'transcript-'));
  const file = join(folder.path, 'transcript.json');
  await writeFile(file, JSON.stringify(await forged(sold.lines.with(16, { ...sold.lines[16]!, bidId: played.first }))));
  const run = promisify(execFile)(process.execPath, ['packages/verify-transcript/verify.js', file]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^FAULT: Line 17: the winner .*\nok: Lines 1 to 17 are one chain.*\n(ok: .*\n)+note: The head is 17-.*\nThe transcript is NOT whole\.\n$/,
    ),
  });
});

test.each<[string, Line]>([
  ['kind', { kind: ['bid'] }],
  ['kind', { kind: ['sold'] }],
  // JavaScript reads both, as another day than their texts are compared as.
  ['at', { at: '2026-02-30T12:00:00.000Z' }],
  ['at', { at: '2026-11-29T24:00:00.000Z' }],
])('a forger who computes the chain anew is found by a malformed %s: %o', async (field, malformed) => {
  const forger = await forged(sold.lines.with(5, { ...sold.lines[5]!, ...malformed }));
  expect((await verifyTranscript(forger)).faults).toContainEqual({ code: 'field', position: 6, field });
});

const headAt = async (index: number): Promise<Head> => ({
  position: index + 1,
  hash: (await digest(canonical(sold.lines[index]!))).slice(0, 20),
});

test('a head that somebody was shown gives a forged chain away', async () => {
  const seen = [await headAt(5)];
  expect((await verifyTranscript(sold, { seen })).faults).toEqual([]);
  const other = await forged(sold.lines.with(1, { ...sold.lines[1]!, commitment: 'ab'.repeat(32) }));
  expect((await verifyTranscript(other)).faults).toEqual([]);
  expect((await verifyTranscript(other, { seen })).faults).toEqual([{ code: 'seenHead', position: 6 }]);
  expect((await verifyTranscript(sold, { seen: [{ ...seen[0]!, position: 99 }] })).faults).toHaveLength(1);
});

const without = (index: number) => sold.lines.toSpliced(index, 1);
const changed = (index: number, facts: Line) => sold.lines.with(index, { ...sold.lines[index]!, ...facts });
const before = (instant: string) => new Date(Date.parse(instant) - 1_000).toISOString();

test.each<[string, readonly Line[], Fault['code'], number]>([
  ['a bid that is dated back', changed(5, { at: before(sold.lines[3]!['at']) }), 'time', 6],
  ['a result that is dated back', changed(16, { at: before(sold.lines[14]!['at']) }), 'time', 17],
  ['a bid after the end', changed(5, { at: '2126-11-28T12:00:00.000Z' }), 'bid', 6],
  ['a bid that is told twice', sold.lines.toSpliced(6, 0, sold.lines[5]!), 'bid', 7],
  ['an extension that is left out', without(2), 'end', 3],
  ['an end that moved too far', changed(2, { endsAt: '2126-11-28T12:00:00.000Z' }), 'end', 3],
  ['an extension without a leading bid', without(6), 'end', 7],
  ['a void of a bid that is void', sold.lines.toSpliced(7, 0, sold.lines[6]!), 'standing', 8],
  ['a winner that is not the highest', changed(16, { bidId: sold.lines[5]!['bidId'] }), 'winner', 17],
  ['a higher bid that nobody has voided', without(15), 'winner', 16],
  ['a result that nobody has', changed(16, { kind: 'unsold' }), 'field', 17],
  ['a line after the result', [...sold.lines, sold.lines[8]!], 'result', 18],
  ['a transcript of another auction', changed(0, { auctionId: randomUUID() }), 'bid', 1],
])('the verifier names %s, even in a chain that was computed anew', async (_, lines, code, position) => {
  const { faults } = await verifyTranscript(await forged(lines));
  expect(faults.map((fault) => ({ code: fault.code, position: fault.position }))).toContainEqual({ code, position });
});

test('a bidder proves a line by the salt, and nobody can once the bidder is erased', async () => {
  const proof = async () => {
    const { rows } = await db.query<{ bidId: string; salt: string; bidderId: string }>(
      `select bid_id as "bidId", transcript_salt as salt, bidder_id as "bidderId" from bids where bid_id = $1`,
      [played.first],
    );
    return rows[0]!;
  };
  const own = await proof();
  const proven = { code: 'proof', position: 2, valueInCents: 1_000 };
  const { faults, checks } = await verifyTranscript(sold, { proof: own });
  expect(faults).toEqual([]);
  expect(checks).toContainEqual(proven);
  for (const wrong of [{ salt: randomUUID() }, { bidderId: 'eve@example.com' }, { bidId: played.lapsing }]) {
    const refused = await verifyTranscript(sold, { proof: { ...own, ...wrong } });
    expect(refused.faults).toMatchObject([{ code: 'proof' }]);
    expect(refused.checks).not.toContainEqual(expect.objectContaining({ code: 'proof' }));
  }
  await done(played.seller, `eraseBidder(input: { bidderId: "${played.ann.bidderId}" })`);
  expect(await whole(played.auctionId)).toEqual(sold);
  expect(await proof()).toMatchObject({ salt: null });
});

test('bid_placed carries the head as it was with the bid', async () => {
  const { auctionId } = await stage();
  const bidId = await bid(auctionId, aPerson(), 1_000);
  const { head } = await readTranscript(db, auctionId);
  await bid(auctionId, aPerson(), 2_000);
  const { rows } = await db.query(
    `select snapshot -> 'transcript' as head from webhook_events where bid_id = $1 and event_type = 'bid_placed'`,
    [bidId],
  );
  expect(rows).toEqual([{ head }]);
});

test('a transcript that begins in the middle of an auction says how many bids there were', async () => {
  const { seller, auctionId } = await stage();
  await bid(auctionId, aPerson(), 9_000);
  await bid(auctionId, aPerson(), 1_000);
  await db.query('delete from transcript_lines where auction_id = $1', [auctionId]);
  await bid(auctionId, aPerson(), 2_000);
  await pass(seller, 7_200);
  const transcript = await readTranscript(db, auctionId);
  expect(kindsOf(transcript)).toEqual(['opened', 'bid', 'sold']);
  const { faults, checks, notes } = await verifyTranscript(transcript);
  expect([faults, notes[0]]).toEqual([[], { code: 'earlierBids', count: 2 }]);
  expect(checks.map(({ code }) => code)).toEqual(['chain', 'bids', 'kept', 'soldEarlier']);
});

test('a bid that a process of the version before writes has its line', async () => {
  const { seller, auctionId } = await stage();
  // The version before names none of the columns of transcripts.
  await service.bid({ auctionId, sellerId: seller.sellerId });
  expect(kindsOf(await readTranscript(db, auctionId))).toEqual(['opened', 'bid']);
});

test('a reset of a test seller deletes its transcripts', async () => {
  const { seller, auctionId } = await stage();
  await bid(auctionId, aPerson(), 1_000);
  await done(seller, 'resetTestSeller');
  const { rows } = await db.query('select from transcript_lines where auction_id = $1', [auctionId]);
  expect(rows).toHaveLength(0);
});

test.each([
  ['12-3f9a1c0b77de0a4b91e2', { position: 12, hash: '3f9a1c0b77de0a4b91e2' }],
  [' 12 \u2011 3F9A 1C0B\u00a077DE 0A4B ', { position: 12, hash: '3f9a1c0b77de0a4b' }],
  // As a page shows it between isolates, which are copied with it.
  ['\u206812\u20113f9a\u00a01c0b\u00a077de\u00a00a4b\u00a091e2\u2069', { position: 12, hash: '3f9a1c0b77de0a4b91e2' }],
  ['12-3f9a1c0b77de0a4', null],
  ['3f9a1c0b77de0a4b91e2', null],
  [`12-${'a'.repeat(65)}`, null],
])('the head %j is read as %j', (text, head) => {
  expect(readHead(text)).toEqual(head);
});
