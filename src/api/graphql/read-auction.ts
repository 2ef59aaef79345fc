import DataLoader from 'dataloader';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { AuctionRow } from '../../auctions/auction-row.ts';
import { auctionsOfIds } from '../../auctions/reads.ts';
import { isOperator } from '../../core/viewer.ts';
import { readSelected } from './read-selected.ts';
import type { Context } from './context.ts';

type Loader = DataLoader<string, AuctionRow | null>;

/** The loaders of each request, by the selection that they read. */
const loaders = new WeakMap<Context, WeakMap<readonly FieldNode[], Loader>>();

/** Reads what a field selects of an auction: in one statement for all rows of a list that have the field. */
export function readAuction(context: Context, info: GraphQLResolveInfo, auctionId: string): Promise<AuctionRow | null> {
  const ofRequest = loaders.get(context) ?? new WeakMap<readonly FieldNode[], Loader>();
  loaders.set(context, ofRequest);
  const loader = ofRequest.get(info.fieldNodes) ?? makeLoader(context, info);
  ofRequest.set(info.fieldNodes, loader);
  return loader.load(auctionId);
}

/** Makes a loader without a cache: a stream of events needs current data. */
function makeLoader(context: Context, info: GraphQLResolveInfo): Loader {
  return new DataLoader(
    async (auctionIds) => {
      const rows = await readSelected<AuctionRow[]>(context, info, (parameter) =>
        auctionsOfIds([...new Set(auctionIds)], isOperator(context.viewer), parameter),
      );
      const byId = new Map(rows.map((row) => [row.auctionId, row]));
      return auctionIds.map((auctionId) => byId.get(auctionId) ?? null);
    },
    { cache: false },
  );
}
