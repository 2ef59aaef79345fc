// A process of viewers who watch an auction by its stream of events, as many as a process has file descriptors for. They do as
// the page's script does: they come back when a stream ends, and ask for the page anew when the phase of the auction changes.
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { wallMs } from '../load-process.ts';

export interface ToWatch {
  readonly ports: readonly number[];
  readonly auctionId: string;
  readonly count: number;
  /** Keeps the addresses of one process apart from those of another. */
  readonly place: number;
  /** A stream other than the page's, whose events have the same fields, and the key that opens it. */
  readonly stream?: { readonly path: string; readonly key: string };
}

export interface Watching {
  readonly openAfterMs: readonly number[];
  /** Streams that ended while their viewer still watched. */
  readonly lost: number;
  /** Answers other than a stream, and how often. */
  readonly refused: Readonly<Record<string, number>>;
  /** How long the pages took that were asked for when the phase had changed. */
  readonly pageMs: readonly number[];
  /** Answers that were no page; each such request was repeated. Counted in the field above, too. */
  readonly pagesRefused: number;
  /** Those who have yet to ask. */
  readonly pagesToCome: number;
}

/** The last state that viewers received, and how many received each; without the clock, which goes on. */
export type LastStates = Readonly<Record<string, number>>;

export interface Heard {
  /** By the milliseconds that it took, how many viewers heard of a bid. */
  readonly bids: readonly number[];
  /** When each viewer received the end that is its last. */
  readonly endMs: readonly number[];
  /** When each viewer received the state that is its last. */
  readonly lastMs: readonly number[];
}

interface Viewer {
  readonly address: string;
  readonly port: number;
  unread: string;
  last: string;
  lastMs: number;
  endsAtMs: number;
  endMs: number;
  bidCount: number;
  phase: string;
  isToAskPage: boolean;
}

// The deliveries to viewers: the bid counts before and after, and the instant.
const fields = 3;
let deliveries = new Float64Array(fields * 2 ** 20);
let deliveryCount = 0;

const viewers: Viewer[] = [];
const openAfterMs: number[] = [];
const pageMs: number[] = [];
let pagesRefused = 0;
let pagesToCome = 0;
/** Connections to each port, which are kept. */
const pools = new Map<number, Pool>();
const refused: Record<string, number> = {};
const maxOpening = 1_000;
const maxReconnectMs = 4_000;
let lost = 0;
let path = '';
/** The target of a request for the stream, and the header of its key. */
let stream = { target: '', credentials: '' };
// Nothing is kept of what is read, so that all can read into the same memory.
const buffer = Buffer.alloc(64 * 1_024);

process.on('message', (message: ToWatch | 'watching' | 'last' | { placedMs: number[] }) => {
  if (message === 'watching') {
    process.send!({ openAfterMs, lost, refused, pageMs, pagesRefused, pagesToCome } satisfies Watching);
  } else if (message === 'last') process.send!(lastStates());
  else if ('placedMs' in message) process.send!(heard(message.placedMs));
  else void watchAll(message).then(() => process.send!('watching'));
});

async function watchAll({ ports, auctionId, count, place, stream: other }: ToWatch): Promise<void> {
  path = `/auctions/${auctionId}`;
  stream = {
    target: other?.path ?? `${path}/events`,
    credentials: other ? `Authorization: Bearer ${other.key}\r\n` : '',
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: maxOpening }, async () => {
      while (next < count) {
        const index = next++;
        const address = `10.${place}.${index >> 8}.${index & 255}`;
        const viewer = {
          address,
          port: ports[index % ports.length]!,
          unread: '',
          last: '',
          lastMs: 0,
          endsAtMs: 0,
          endMs: 0,
          bidCount: 0,
          phase: '',
          isToAskPage: false,
        };
        viewers.push(viewer);
        const beganMs = wallMs();
        await watch(viewer);
        openAfterMs.push(wallMs() - beganMs);
      }
    }),
  );
}

/** Watches until the process ends; returns at the first state. */
async function watch(viewer: Viewer): Promise<void> {
  const { promise: firstState, resolve: hasState } = Promise.withResolvers<void>();
  const open = () => {
    let status = '';
    viewer.unread = '';
    const socket: Socket = connect({
      port: viewer.port,
      host: '127.0.0.1',
      onread: {
        buffer,
        callback(length) {
          const text = buffer.toString('latin1', 0, length);
          if (status === '') status = text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
          if (status === '200') take(viewer, text);
          else socket.destroy();
          if (viewer.last !== '') hasState();
          return true;
        },
      },
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (status === '200') lost += 1;
      else refused[status] = (refused[status] ?? 0) + 1;
      void delay(maxReconnectMs * Math.random()).then(open);
    });
    // A client that also reads JSON gets a refusal with its status, and comes again.
    const accept = 'Accept: text/event-stream, application/json';
    const head = `GET ${stream.target} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${viewer.address}\r\n${accept}`;
    socket.write(`${head}\r\n${stream.credentials}\r\n`);
  };
  open();
  await firstState;
}

/** Takes the latest state of what has come. */
function take(viewer: Viewer, text: string): void {
  const all = viewer.unread + text;
  const begin = all.lastIndexOf('data: {');
  const end = begin < 0 ? -1 : all.indexOf('}', begin);
  // Less than a state can lack its end.
  viewer.unread = end < 0 ? all.slice(-1_000) : '';
  if (end < 0) return;
  viewer.last = all.slice(begin + 'data: '.length, all.indexOf(',"nowMs"', begin));
  viewer.lastMs = wallMs();
  const endsAtMs = numberOf('endsAtMs', all, begin);
  if (endsAtMs !== viewer.endsAtMs) Object.assign(viewer, { endsAtMs, endMs: viewer.lastMs });
  const bidCount = numberOf('bidCount', all, begin);
  if (deliveryCount * fields === deliveries.length) {
    const longer = new Float64Array(2 * deliveries.length);
    longer.set(deliveries);
    deliveries = longer;
  }
  deliveries.set([viewer.bidCount, bidCount, viewer.lastMs], deliveryCount * fields);
  deliveryCount += 1;
  viewer.bidCount = bidCount;
  const phase = /"phase":"(\w+)"/.exec(viewer.last)![1]!;
  if (viewer.phase !== '' && phase !== viewer.phase && !viewer.isToAskPage) {
    viewer.isToAskPage = true;
    pagesToCome += 1;
    void askPage(viewer, numberOf('spreadMs', all, begin));
  }
  viewer.phase = phase;
}

function numberOf(name: string, text: string, from: number): number {
  return Number.parseInt(text.slice(text.indexOf(`"${name}":`, from) + `"${name}":`.length), 10);
}

async function askPage(viewer: Viewer, spreadMs: number): Promise<void> {
  await delay(Math.random() * spreadMs);
  viewer.isToAskPage = false;
  const beganMs = wallMs();
  const pool = pools.get(viewer.port) ?? new Pool(`http://127.0.0.1:${viewer.port}`, { pipelining: 1 });
  pools.set(viewer.port, pool);
  const headers = { 'accept-encoding': 'gzip', 'x-forwarded-for': viewer.address };
  const status = await pool.request({ method: 'GET', path, headers }).then(
    async ({ statusCode, body }) => {
      await body.dump();
      return statusCode;
    },
    () => 0,
  );
  if (status === 200) {
    pageMs.push(wallMs() - beganMs);
    pagesToCome -= 1;
  } else {
    pagesRefused += 1;
    viewer.isToAskPage = true;
    await askPage(viewer, spreadMs);
  }
}

function lastStates(): LastStates {
  const counts: Record<string, number> = {};
  for (const { last } of viewers) counts[last] = (counts[last] ?? 0) + 1;
  return counts;
}

/** @param placedMs when each bid was placed, in order; those that were there before a viewer came are not heard of */
function heard(placedMs: readonly number[]): Heard {
  const bids: number[] = [];
  for (let index = 0; index < deliveryCount; index += 1) {
    const [before, after, atMs] = deliveries.subarray(index * fields, (index + 1) * fields) as unknown as [
      number,
      number,
      number,
    ];
    if (before === 0) continue;
    for (let bid = before; bid < after; bid += 1) {
      const ms = Math.max(0, Math.round(atMs - placedMs[bid]!));
      bids[ms] = (bids[ms] ?? 0) + 1;
    }
  }
  return {
    bids: Array.from(bids, (count) => count ?? 0),
    endMs: viewers.map(({ endMs }) => endMs),
    lastMs: viewers.map(({ lastMs }) => lastMs),
  };
}
