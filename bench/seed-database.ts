import type { PooledDatabase } from '../src/db/database.ts';
import { connectDatabase } from '../src/db/connect-database.ts';
import { applyMigrations } from '../src/db/migrate.ts';
import { type Samples, sampleSellers } from './sample-sellers.ts';
import { type SeededLists, seedLists } from './seed-lists.ts';

export interface SeededDatabase {
  readonly db: PooledDatabase;
  readonly url: string;
  readonly auctions: number;
  readonly bids: number;
  readonly lists: SeededLists;
  readonly samples: Samples;
}

/** A tenth of all auctions is the large seller's. */
export function isPossible({ needsAuctions = 0 }: { needsAuctions?: number }, { auctions }: SeededDatabase): boolean {
  return auctions / 10 >= needsAuctions;
}

/** A database of its own on the server, with this many auctions. */
export async function seedDatabase(
  serverUrl: string,
  auctions: number,
  closing: AsyncDisposableStack,
): Promise<SeededDatabase> {
  const url = new URL(serverUrl);
  url.pathname = `/lists_${auctions}`;
  const server = await connectDatabase(serverUrl, { connections: 1 });
  await server.pool.query(`create database lists_${auctions}`);
  await server[Symbol.asyncDispose]();
  await applyMigrations(url.href);
  const db = closing.use(await connectDatabase(url.href));
  const lists = await seedLists(db, { auctions });
  const { rows } = await db.query<{ bids: number }>('select count(*)::int as bids from bids');
  return { db, url: url.href, auctions, bids: rows[0]!.bids, lists, samples: await sampleSellers(db, lists) };
}
