// The peers share the database, the key, the request limit and the shape of a refusal. All do as the service does: the
// key's digest is looked up and kept for a second, its scope and its budget are checked, and a seller sees its own alone.
import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { PrismaClient } from '../../src/platform/db/generated/client.ts';

export const publicUrl = process.env.PUBLIC_URL;

// Instants as the wire wants them, without a Date in between: 2026-11-21 05:11:38.287+00.
pg.types.setTypeParser(1184, (text) => {
  const dot = text.indexOf('.');
  const end = text.length - 3;
  const ms = dot === -1 ? '000' : text.slice(dot + 1, end).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${ms}+00:00`;
});

const connection = { connectionString: process.env.DATABASE_URL, max: 10, options: '-c TimeZone=UTC' };
export const makePool = () => new pg.Pool(connection);
export const makePrisma = () => new PrismaClient({ adapter: new PrismaPg(connection) });

/** Reads the bids of auctions with one statement, as `include` does: the models have no relation, because the tables have no foreign key. */
export async function withBids(prisma, auctions) {
  const bids = await prisma.bid.findMany({ where: { auctionId: { in: auctions.map(({ auctionId }) => auctionId) } } });
  const bidsOf = Map.groupBy(bids, ({ auctionId }) => auctionId);
  return auctions.map((auction) => ({ ...auction, bids: bidsOf.get(auction.auctionId) ?? [] }));
}

/** A Date as the wire wants it. */
export const asInstant = (date) => date.toISOString().replace('Z', '+00:00');

/** The status of an auction as Prisma reads it. */
export const statusOf = (auction, now) =>
  auction.status === 'completed' ? 'completed' : auction.biddingPeriodStartsAt > now ? 'upcoming' : 'ongoing';

export class Problem extends Error {
  constructor(status, code, errors = undefined) {
    super(code);
    Object.assign(this, { status, code, errors });
  }

  body(requestId) {
    const { status, code, errors } = this;
    const type = `${publicUrl}/docs/errors#${code}`;
    return JSON.stringify({ type, title: code, status, detail: code, code, errors, requestId });
  }
}

export const newRequestId = () => randomUUID();

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
function isWellFormed(key) {
  if (!/^auc_(?:live|test)_[0-9A-Za-z]{49}$/.test(key)) return false;
  let text = '';
  for (let rest = crc32(key.slice(0, -6)); text.length < 6; rest = Math.floor(rest / 62))
    text = alphabet[rest % 62] + text;
  return text === key.slice(-6);
}

const keyLivesMs = 1000;

/** Keys are kept for a second, and each has a budget. */
export function makeGuard(pool) {
  const kept = new Map();
  const limiter = new RateLimiterMemory({ points: 1_000_000, duration: 60 });
  const addresses = new RateLimiterMemory({ points: 1_000_000, duration: 60 });
  return async function guard(authorization, address, scope, setHeader) {
    await addresses.consume(address);
    const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw new Problem(401, 'missing_api_key');
    let key = kept.get(token);
    if (key === undefined || performance.now() - key.readAtMs > keyLivesMs) {
      if (!isWellFormed(token)) throw new Problem(401, 'invalid_api_key');
      const { rows } = await pool.query({
        name: 'key',
        text: `select api_key_id, seller_id, scopes from api_keys
          where digest = $1 and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())`,
        values: [createHash('sha256').update(token).digest()],
      });
      if (rows[0] === undefined) throw new Problem(401, 'invalid_api_key');
      key = {
        apiKeyId: rows[0].api_key_id,
        sellerId: rows[0].seller_id,
        scopes: new Set(rows[0].scopes),
        readAtMs: performance.now(),
      };
      kept.set(token, key);
    }
    const budget = await limiter.consume(key.sellerId);
    setHeader('ratelimit-policy', '"key";q=1000000;w=60');
    setHeader('ratelimit', `"key";r=${budget.remainingPoints};t=${Math.ceil(budget.msBeforeNext / 1000)}`);
    if (!key.scopes.has(scope)) throw new Problem(403, 'insufficient_scope');
    return key;
  };
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text) => uuidPattern.test(text);

export function linkHeader(path, query, hasNext) {
  const limit = Number(query.limit ?? 100);
  const offset = Number(query.offset ?? 0);
  const at = (start, rel) => {
    const search = new URLSearchParams(query);
    search.set('offset', String(start));
    return `<${publicUrl}${path}?${search}>; rel="${rel}"`;
  };
  const links = [];
  if (hasNext) links.push(at(offset + limit, 'next'));
  if (offset > 0) links.push(at(Math.max(0, offset - limit), 'prev'));
  return links.length === 0 ? null : links.join(', ');
}

/** Serves on the port that the bench has chosen, until the bench ends it. */
export function listen(server) {
  server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
  process.on('SIGTERM', () => process.exit(0));
}
