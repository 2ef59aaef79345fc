#!/usr/bin/env node
// Verifies the transcript of an auction: README.md documents its lines. It needs nothing but JSON, URL and Web Crypto, which Node and browsers have.

const hash = /^[0-9a-f]{64}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isOneOf =
  (...values) =>
  (value) =>
    values.includes(value);
const matches = (pattern) => (value) => typeof value === 'string' && pattern.test(value);
// JavaScript also reads February 30 and the hour 24, whose texts do not compare as their instants.
const isInstant = (value) =>
  matches(instant)(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;

const causes = ['raised', 'voided', 'lapsed', 'not_paid', 'refunded', 'passed_over'];

/** The fields of every line, and of each kind. */
const common = { at: isInstant, kind: () => true, position: isCount, previous: matches(hash) };
const kinds = {
  opened: {
    auctionId: matches(uuid),
    beginsAt: isInstant,
    earlierBids: isCount,
    endsAt: isInstant,
    extendsAtMostBySeconds: isCount,
    extendsBySeconds: isCount,
    firstEndsAt: isInstant,
  },
  bid: {
    bidId: matches(uuid),
    bidValueInCents: isCount,
    bidder: (value) => value === null || (isCount(value) && value !== 0),
    commitment: matches(hash),
  },
  void: { bidId: matches(uuid), cause: isOneOf(...causes) },
  restored: { bidId: matches(uuid) },
  extended: { endsAt: isInstant },
  ended: { endsAt: isInstant },
  sold: { bidId: matches(uuid) },
  unsold: {},
  cancelled: {},
};

/** Writes a line as its hash is computed: the keys in order, and no white space (RFC 8785). */
export function canonical(line) {
  return JSON.stringify(Object.fromEntries(Object.entries(line).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** Returns the SHA-256 of a text in UTF-8, in hex. */
export async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Verifies a transcript.
 *
 * @param options.seen heads that somebody was shown: each has to be in the chain
 * @param options.proof the proof of a bidder
 */
export async function verifyTranscript(transcript, { seen = [], proof = null } = {}) {
  const faults = [];
  if (!isTranscript(transcript)) throw new TypeError('This is no transcript of an auction.');
  const { auctionId, head, lines } = transcript;
  const hashes = await Promise.all(lines.map((line) => digest(canonical(line))));
  lines.forEach((line, index) => {
    const position = index + 1;
    for (const field of wrongFields(line)) faults.push({ code: 'field', position, field });
    if (line.position !== position) faults.push({ code: 'order', position });
    // A line whose own link is wrong was put there, moved or changed; otherwise the line before it was.
    if (line.previous === (index === 0 ? '0'.repeat(64) : hashes[index - 1])) return;
    const next = index + 1 < lines.length ? lines[index + 1].previous : head?.hash;
    faults.push({ code: 'link', position: index > 0 && next === hashes[index] ? index : position });
  });
  const last = lines.length === 0 ? null : { position: lines.length, hash: hashes[lines.length - 1] };
  if (last?.position !== head?.position || last?.hash !== head?.hash)
    faults.push({ code: 'head', position: lines.length });
  const isInChain = ({ position, hash: digits }) => digits !== '' && (hashes[position - 1] ?? '').startsWith(digits);
  for (const shown of seen) if (!isInChain(shown)) faults.push({ code: 'seenHead', position: shown.position });
  // Malformed lines tell nothing.
  const told = tell(faults.some(({ code }) => code === 'field') ? [] : lines, auctionId);
  const isOwn = ({ kind, bidId }) => proof !== null && kind === 'bid' && bidId === proof.bidId;
  const own = lines.findIndex(isOwn) + 1;
  const isProven = own > 0 && lines[own - 1].commitment === (await digest(`${proof.salt} ${proof.bidderId}`));
  if (proof !== null && !isProven) faults.push({ code: 'proof', position: own });
  const found = once([...faults, ...told.faults]);
  const isFree = (...codes) => last !== null && !found.some(({ code }) => codes.includes(code));
  const { bids, earlierBids, end, result } = told;
  // The lines prove nothing unless they are one chain.
  const isChain = isFree('field', 'order', 'link', 'head');
  const isResult = result !== null && isFree('winner', 'result', 'standing', 'bid', 'time');
  const checks = [
    isChain && { code: 'chain', position: last.position },
    isChain && isFree('bid', 'time') && { code: 'bids', count: bids },
    isChain && isFree('end') && end,
    isChain && isResult && result,
    ...seen.filter(isInChain).map(({ position }) => ({ code: 'seenHead', position })),
    isChain && isProven && { code: 'proof', position: own, valueInCents: lines[own - 1].bidValueInCents },
  ].filter(Boolean);
  const notes = [
    last === null && { code: 'empty' },
    earlierBids > 0 && { code: 'earlierBids', count: earlierBids },
    isChain && result === null && { code: 'open' },
    last !== null && { code: 'head', head: writeHead(last) },
  ].filter(Boolean);
  return { faults: found, checks, notes, head: last };
}

/** A line that was changed breaks the links on both its sides. */
function once(faults) {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** Returns the names of fields that are missing, not known, or malformed. */
function wrongFields(line) {
  if (typeof line.kind !== 'string' || !Object.hasOwn(kinds, line.kind)) return ['kind'];
  const fields = { ...common, ...kinds[line.kind] };
  const names = new Set([...Object.keys(fields), ...Object.keys(line)]);
  return [...names].filter((name) => !Object.hasOwn(fields, name) || !fields[name](line[name]));
}

/** Follows what the lines tell by the rules of an auction, whether or not their links hold. */
function tell(lines, auctionId) {
  const faults = [];
  const bids = new Map();
  const opened = lines[0]?.kind === 'opened' ? lines[0] : null;
  const earlierBids = opened?.earlierBids ?? 0;
  const latest = opened === null ? '' : latestEnd(opened);
  let result = null;
  let endsAt = opened?.endsAt ?? null;
  let [extensions, highestBidder, lastBid, lastBidAt] = [0, 0, 0, ''];
  // The end that the last bid brings about.
  let due = null;
  let isBought = false;

  lines.forEach((line, index) => {
    const position = index + 1;
    const refuse = (code) => void faults.push({ code, position });
    if (result !== null) refuse('result');
    if ((line.kind === 'opened') !== (index === 0)) refuse('order');
    // A purchase ends the bidding within its millisecond, in which no bid follows.
    if (isBought && line.kind === 'bid') refuse('bid');
    if (isBought && (line.kind === 'extended' || line.kind === 'ended')) refuse('end');
    // A bid follows the bid before it. The clock may have been set back since another line.
    if (line.at < (line.kind === 'bid' ? lastBidAt : (lines[index - 1]?.at ?? ''))) refuse('time');
    // A raise voids the lower bid between its own line and the extension.
    const isBetween = line.kind === 'void' || line.kind === 'restored';
    if (due !== null && !isBetween && line.kind !== 'extended' && line.kind !== 'ended') {
      faults.push({ code: 'end', position });
      due = null;
    }
    const bid = bids.get(line.bidId);
    const isUnknown = bid === undefined && !(earlierBids > 0);
    switch (line.kind) {
      case 'opened':
        if (line.auctionId !== auctionId) refuse('bid');
        break;
      case 'bid': {
        const isNew = line.bidder === null || earlierBids > 0 || line.bidder <= highestBidder + 1;
        if (bid !== undefined || line.at < opened?.beginsAt || line.at >= endsAt || !isNew) refuse('bid');
        highestBidder = Math.max(highestBidder, line.bidder ?? 0);
        lastBidAt = line.at;
        lastBid = position;
        const { at, bidId, bidValueInCents: value } = line;
        const placed = { position, value, at, bidId, isVoid: false, isPassedOver: false };
        bids.set(bidId, placed);
        due = isBought ? null : extendedEnd(line.at);
        if (due !== null && highest() !== placed) due = null;
        break;
      }
      case 'void':
        if (isUnknown || bid?.isVoid === true || !isPossible(line)) refuse('standing');
        if (bid !== undefined) Object.assign(bid, { isVoid: true, isPassedOver: line.cause === 'passed_over' });
        break;
      case 'restored':
        if (isUnknown || bid?.isVoid === false) refuse('standing');
        if (bid !== undefined) Object.assign(bid, { isVoid: false, isPassedOver: false });
        break;
      case 'extended':
        extensions += 1;
        // A bid that leads because the hold of a higher one has lapsed follows the line that says so.
        if (line.endsAt !== extendedEnd(lastBidAt) || highest()?.position !== lastBid) refuse('end');
        endsAt = line.endsAt;
        due = null;
        break;
      case 'ended': {
        // Only a purchase ends the bidding early: no other bid can pay, and the end is the next millisecond.
        const isPurchase = Date.parse(line.endsAt) === Date.parse(lastBidAt) + 1 && standing().length === 1;
        if (!isPurchase || highest()?.position !== lastBid) refuse('end');
        endsAt = line.endsAt;
        due = null;
        isBought = isPurchase;
        break;
      }
      default:
        if (!['sold', 'unsold', 'cancelled'].includes(line.kind)) break;
        result =
          line.kind === 'sold' && bid === undefined
            ? { code: 'soldEarlier' }
            : { code: line.kind, position: bid?.position, valueInCents: bid?.value };
        if (line.kind !== 'cancelled' && line.at < endsAt) refuse('time');
        if (line.kind === 'unsold' && highest() !== undefined) refuse('winner');
        if (line.kind === 'sold') {
          const isHighest = bid === undefined ? earlierBids > 0 : bid === highest();
          if (!isHighest || [...bids.values()].some(({ isPassedOver }) => isPassedOver)) refuse('winner');
        }
    }
  });
  if (due !== null) faults.push({ code: 'end', position: lines.length });
  const endCode = isBought ? 'bought' : extensions > 0 ? 'extended' : 'kept';
  return { faults, bids: bids.size, earlierBids, end: { code: endCode, count: extensions, endsAt }, result };

  /** Returns the highest bid that can pay; of equal ones the earlier, then that with the smaller id. */
  function highest() {
    return standing().reduce(
      (best, bid) =>
        best === undefined ||
        bid.value > best.value ||
        (bid.value === best.value && bid.at + bid.bidId < best.at + best.bidId)
          ? bid
          : best,
      undefined,
    );
  }

  /** Returns the bids that can pay, as far as the lines tell. */
  function standing() {
    return [...bids.values()].filter(({ isVoid }) => !isVoid);
  }

  /** A bid is raised by another one of at least its value. */
  function isPossible({ bidId, cause }) {
    const bid = bids.get(bidId);
    if (cause !== 'raised' || bid === undefined || earlierBids > 0) return true;
    return [...bids.values()].some((other) => other !== bid && other.value >= bid.value);
  }

  /** Returns the end that a leading bid brings about; `null`: none. */
  function extendedEnd(at) {
    const extendsBySeconds = opened?.extendsBySeconds ?? 0;
    if (at === '' || extendsBySeconds === 0 || Date.parse(at) < Date.parse(endsAt) - extendsBySeconds * 1000)
      return null;
    const moved = new Date(Math.min(Date.parse(at) + extendsBySeconds * 1000, Date.parse(latest))).toISOString();
    return moved > endsAt ? moved : null;
  }
}

/** Bids extend a period by no more than its rule says, and to no more than seven days. */
function latestEnd({ beginsAt, endsAt, firstEndsAt, extendsAtMostBySeconds }) {
  const most = Math.min(Date.parse(firstEndsAt) + extendsAtMostBySeconds * 1000, Date.parse(beginsAt) + 7 * 86_400_000);
  return new Date(Math.max(most, Date.parse(endsAt))).toISOString();
}

function isTranscript(transcript) {
  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(transcript)) return false;
  const { lines, head } = transcript;
  return Array.isArray(lines) && lines.every(isObject) && (head === null || isObject(head));
}

/** Writes a head for people: `12-3f9a 1c0b 77de 0a4b 91e2`. Nobody makes another line with the same 80 bits. */
export function writeHead({ position, hash }) {
  return `${position}-${hash.slice(0, 20).replaceAll(/.{4}(?=.)/g, '$& ')}`;
}

/**
 * Reads a head as people are shown it: `12-3f9a1c0b77de0a4b91e2`, with or without spaces, with any hyphen, and between the invisible characters
 * that pages put around it.
 *
 * @returns `null` if the text is no head, or too short to prove anything
 */
export function readHead(text) {
  const [, position, digits] =
    /^(\d{1,9})\s*[-\u2010-\u2013: ]\s*([0-9a-f\s]+)$/i.exec(text.replaceAll(/\p{Cf}/gu, '').trim()) ?? [];
  const shown = (digits ?? '').replaceAll(/\s/g, '').toLowerCase();
  return shown.length < 16 || shown.length > 64 ? null : { position: Number(position), hash: shown };
}

const dollars = (cents) => `$${(cents / 100).toFixed(2)}`;

const sentences = {
  faults: {
    field: ({ position, field }) => `Line ${position}: the field "${field}" is missing, unknown or malformed.`,
    order: ({ position }) => `Line ${position} is in the wrong place.`,
    link: ({ position }) => `Line ${position} was changed, moved or inserted.`,
    head: () => 'The last line is not the head that the file names: lines were removed or changed.',
    seenHead: ({ position }) => `The head that you saw is not line ${position}.`,
    time: ({ position }) => `Line ${position} is dated back.`,
    bid: ({ position }) => `Line ${position} is no bid that the auction takes.`,
    standing: ({ position }) => `Line ${position} voids or restores the wrong bid.`,
    end: ({ position }) => `Line ${position}: the end was moved against the rule, or was not moved.`,
    winner: ({ position }) => `Line ${position}: the winner is not the highest bid that could pay.`,
    result: ({ position }) => `Line ${position} follows the result.`,
    proof: ({ position }) => `The proof does not fit ${position === 0 ? 'any line' : `line ${position}`}.`,
  },
  checks: {
    chain: ({ position }) => `Lines 1 to ${position} are one chain: each has the hash of the line before.`,
    bids: ({ count }) => `No bid is dated back, and each lies in the bidding period. Bids: ${count}.`,
    kept: ({ endsAt }) => `No bid has moved the end, ${endsAt}.`,
    extended: ({ count, endsAt }) => `Bids have moved the end by the rule, to ${endsAt}. Extensions: ${count}.`,
    bought: ({ endsAt }) => `A purchase has ended the bidding, at ${endsAt}.`,
    sold: ({ position, valueInCents }) =>
      `Line ${position} has won with ${dollars(valueInCents)}. No higher bid could pay.`,
    soldEarlier: () => 'A bid from before the transcript has won.',
    unsold: () => 'Unsold: no bid could pay.',
    cancelled: () => 'The seller has cancelled the auction.',
    seenHead: ({ position }) => `The head that you saw is line ${position}.`,
    proof: ({ position, valueInCents }) => `The proof fits line ${position}, a bid of ${dollars(valueInCents)}.`,
  },
  notes: {
    earlierBids: ({ count }) => `The transcript began after the first bids. Earlier bids: ${count}.`,
    empty: () => 'The transcript has no line yet.',
    open: () => 'There is no result yet.',
    head: ({ head }) => `The head is ${head}.`,
  },
};

const usage =
  'node verify.js <file or URL> [--seen 12-3f9a1c0b77de0a4b91e2] [--bid <bidId> --salt <salt> --bidder <bidderId>]';

async function read(source, readFile) {
  const isAddress = /^https?:/.test(source);
  const answer = isAddress ? await fetch(source) : null;
  if (answer?.ok === false) throw new Error(`${source} answers with status ${answer.status}.`);
  const text = answer === null ? await readFile(source, 'utf8') : await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${source} is no transcript of an auction: it is not JSON.`);
  }
}

async function runCommand() {
  const { parseArgs } = await import('node:util');
  const { readFile } = await import('node:fs/promises');
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seen: { type: 'string', multiple: true },
      bid: { type: 'string' },
      salt: { type: 'string' },
      bidder: { type: 'string' },
    },
  });
  const [source] = positionals;
  if (source === undefined) throw new Error(usage);
  const seen = (values.seen ?? []).map((text) => {
    const head = readHead(text);
    if (head === null)
      throw new Error(`"${text}" is no head: a position, a hyphen, and at least 16 digits of the hash.`);
    return head;
  });
  const { bid: bidId, salt, bidder: bidderId } = values;
  const given = [bidId, salt, bidderId].filter((part) => part !== undefined).length;
  if (given !== 0 && given !== 3) throw new Error('A proof needs --bid, --salt and --bidder.');
  const proof = given === 0 ? null : { bidId, salt, bidderId };
  const verdict = await verifyTranscript(await read(source, readFile), { seen, proof });
  for (const [list, mark] of Object.entries({ faults: 'FAULT', checks: 'ok', notes: 'note' }))
    for (const { code, ...facts } of verdict[list]) console.log(`${mark}: ${sentences[list][code](facts)}`);
  console.log(verdict.faults.length === 0 ? 'The transcript is whole.' : 'The transcript is NOT whole.');
  process.exitCode = verdict.faults.length === 0 ? 0 : 1;
}

const isCommand =
  typeof process === 'object' && (import.meta.main ?? /verify(-transcript|\.js)$/.test(process.argv[1] ?? ''));
if (isCommand)
  runCommand().catch((error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
