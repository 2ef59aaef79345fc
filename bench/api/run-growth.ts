// `npm run bench -- growth`: what each operation costs the service with twenty thousand auctions and with a million, ten bids each,
// in alternating rounds, and what a page costs that lies 100,000 after the first. Fails where an answer is wrong.
// `--short`: with two thousand and forty thousand, to see that it works. `--only GET`: the operations whose names contain this.
import { parseArgs } from 'node:util';
import type { AuctionRow } from '../../src/auctions/auction-row.ts';
import { auctionOrders } from '../../src/auctions/auction-order.ts';
import { cursorOf } from '../../test/db/cursor-of.ts';
import { describeMachine } from '../describe-machine.ts';
import { showRatio } from '../goals.ts';
import { report, tell } from '../report.ts';
import { startServer } from '../start-server.ts';
import { appMs, bothMs, median } from './api-table.ts';
import { connection, graphqlOperations } from './graphql-operations.ts';
import { measureRound, type Round } from './measure-round.ts';
import { type Bench, openBench } from './open-bench.ts';
import type { ApiOperation, Material } from './operation.ts';
import { pageOperations } from './page-operations.ts';
import { listFrom, restOperations } from './rest-operations.ts';
import { checkSameAnswers, type NamedServer } from './same-answers.ts';

/** An operation on a database of some size. */
interface Contender {
  readonly bench: Bench;
  readonly server: NamedServer;
  readonly operation: ApiOperation;
}

const { values: options } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const [fewer, more, depth] = options.short
  ? ([2_000, 40_000, 4_000] as const)
  : ([20_000, 1_000_000, 100_000] as const);
const rounds = options.short ? 1 : 5;
const share = options.short ? 0.02 : 1;
const maxGrowth = 1.3;
const maxDepth = 3;
const isWanted = ({ name }: ApiOperation) => name.includes(options.only);

/** First pages of lists, and those so far after them: by offset, and by the cursor that is there to be used instead. */
const deepPages = [
  { first: listFrom('auctions'), deep: listFrom('auctions', depth) },
  { first: listFrom('bids'), deep: listFrom('bids', depth) },
  {
    first: connection('connection 100', ({ seeded }) => seeded.sellers.map(() => null)),
    deep: connection(`connection 100 after ${depth.toLocaleString('en')}`, cursorsAtDepth),
  },
];

await using closing = new AsyncDisposableStack();
const small = await open(fewer);
const large = await open(more);

const grown: string[] = [];
for (const operation of [...restOperations, ...graphqlOperations, ...pageOperations].filter(isWanted)) {
  grown.push(row(operation.name, await alternate([small, large].map((side) => ({ ...side, operation }))), maxGrowth));
}
const deeper: string[] = [];
for (const { first, deep } of deepPages.filter(({ deep }) => isWanted(deep))) {
  deeper.push(row(deep.name, await alternate([first, deep].map((operation) => ({ ...large, operation }))), maxDepth));
}

report(`# The service with ${fewer.toLocaleString('en')} and with ${more.toLocaleString('en')} auctions, ten bids each

${await describeMachine(large.bench.db)}

CPU milliseconds for a request, of the service and with PostgreSQL's; medians of alternating rounds. (≤ …) is the goal, and what misses
it is bold.

| Operation | ${fewer.toLocaleString('en')} | + PostgreSQL | ${more.toLocaleString('en')} | + PostgreSQL | Ratio | + PostgreSQL |
|---|---:|---:|---:|---:|---:|---:|
${grown.join('\n')}

## Pages far after the first, with ${more.toLocaleString('en')} auctions

| Page | First page | + PostgreSQL | This page | + PostgreSQL | Ratio | + PostgreSQL |
|---|---:|---:|---:|---:|---:|---:|
${deeper.join('\n')}`);

/** The cursor of the auction of each seller that so many come before. */
function cursorsAtDepth({ db, seeded }: Material): Promise<string[]> {
  return Promise.all(
    seeded.sellers.map(async ({ sellerId }) => {
      const { rows } = await db.query<AuctionRow>(
        `select created_at as "createdAt", auction_id as "auctionId" from auctions where seller_id = $1
         order by created_at desc, auction_id desc offset $2 limit 1`,
        [sellerId, depth - 1],
      );
      return cursorOf(auctionOrders.CREATED_DESC, rows[0]!);
    }),
  );
}

async function open(auctions: number): Promise<Omit<Contender, 'operation'>> {
  tell(`Seeding ${auctions} auctions …`);
  const bench = await openBench(closing, { auctions });
  return { bench, server: { name: 'ours', ...closing.use(await startServer(bench.db.url)) } };
}

/** The rounds of each. */
async function alternate(contenders: readonly Contender[]): Promise<Round[][]> {
  tell(contenders.at(-1)!.operation.name);
  const measured = await Promise.all(
    contenders.map(async ({ bench, server, operation }) => {
      const count = Math.max(20, Math.round(operation.perRound * share));
      const [checked] = await checkSameAnswers(operation, [server], { ...bench, count });
      const { status } = operation;
      const measure = async () => measureRound(bench, server, { ...(await checked!.prepare()), count, status });
      return { measure, figures: [] as Round[] };
    }),
  );
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1) {
    for (const { measure, figures } of measured) {
      const found = await measure();
      if (round >= 0) figures.push(found);
    }
  }
  return measured.map(({ figures }) => figures);
}

function row(name: string, measured: readonly Round[][], most: number): string {
  const [before, after] = measured as [Round[], Round[]];
  const figures = [appMs, bothMs];
  const costs = [before, after].flatMap((side) => figures.map((figure) => median(side, figure).toFixed(3)));
  const ratios = figures.map((figure) => showRatio(median(after, figure) / median(before, figure), most));
  return `| ${[name, ...costs, ...ratios].join(' | ')} |`;
}
