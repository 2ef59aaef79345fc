// `npm run bench:growth`: what each operation costs the service with twenty thousand auctions and with a million, ten bids each,
// in alternating rounds, and what a page costs that lies 100,000 behind the first. Fails where an answer is wrong.
// `-- --short`: with two thousand and forty thousand, to see that it works. `-- --only 'GET one'`: one operation.
import { describeMachine } from '../describe-machine.ts';
import type { ApiOperation } from './api-operation.ts';
import { apiOperations } from './api-operations.ts';
import { bothMs, median, showRatio } from './api-table.ts';
import { deepPages } from './deep-operations.ts';
import { measureRound, type Round } from './measure-round.ts';
import { type Bench, openBench } from './open-bench.ts';
import { checkSameAnswers } from './same-answers.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** An operation on a database of some size. */
interface Contender {
  readonly bench: Bench;
  readonly server: ServerProcess;
  readonly operation: ApiOperation;
}

const flags = process.argv.slice(2);
const isShort = flags.includes('--short');
const only = flags.includes('--only') ? flags[flags.indexOf('--only') + 1] : undefined;
const [fewer, more, depth] = isShort ? ([2_000, 40_000, 4_000] as const) : ([20_000, 1_000_000, 100_000] as const);
const rounds = isShort ? 1 : 5;
const share = isShort ? 0.02 : 1;
const maxGrowth = 1.3;
const maxDepth = 3;
const tell = (text: string) => console.error(`${new Date().toISOString()} ${text}`);
const isWanted = ({ name }: ApiOperation) => only === undefined || name === only;

await using closing = new AsyncDisposableStack();
const small = await open(fewer);
const large = await open(more);

const grown: string[] = [];
for (const operation of apiOperations.filter(isWanted)) {
  grown.push(row(operation.name, await alternate([small, large].map((side) => ({ ...side, operation }))), maxGrowth));
}
const deeper: string[] = [];
for (const { first, deep } of deepPages(depth).filter(({ deep }) => isWanted(deep))) {
  deeper.push(row(deep.name, await alternate([first, deep].map((operation) => ({ ...large, operation }))), maxDepth));
}

console.log(`# The service with ${fewer.toLocaleString('en')} and with ${more.toLocaleString('en')} auctions, ten bids each

${await describeMachine(large.bench.db)}. Written by \`npm run -s bench:growth${flags.map((flag) => ` ${flag}`).join('')}\`.

CPU milliseconds for a request, of the service and with PostgreSQL's; medians of alternating rounds. (≤ …) is the goal, and what misses
it is bold.

| Operation | ${fewer.toLocaleString('en')} | + PostgreSQL | ${more.toLocaleString('en')} | + PostgreSQL | Ratio | + PostgreSQL |
|---|---:|---:|---:|---:|---:|---:|
${grown.join('\n')}

## Pages far behind the first, with ${more.toLocaleString('en')} auctions

| Page | First page | + PostgreSQL | This page | + PostgreSQL | Ratio | + PostgreSQL |
|---|---:|---:|---:|---:|---:|---:|
${deeper.join('\n')}`);

async function open(auctions: number): Promise<Omit<Contender, 'operation'>> {
  tell(`Seeding ${auctions} auctions …`);
  const bench = await openBench(closing, { auctions });
  return { bench, server: closing.use(await startServer('ours', bench.db.url)) };
}

/** The rounds of each. */
async function alternate(contenders: readonly Contender[]): Promise<Round[][]> {
  tell(contenders.at(-1)!.operation.name);
  const measured = await Promise.all(
    contenders.map(async ({ bench, server, operation }) => {
      const count = Math.max(20, Math.round(operation.perRound * share));
      const [checked] = await checkSameAnswers(operation, [server], { ...bench, count });
      const { status } = operation;
      const measure = async () =>
        measureRound(bench, server, { ...(await checked!.prepare()), count, status, connections: 16 });
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
  const figures = [({ appMs }: Round) => appMs, bothMs];
  const costs = [before, after].flatMap((side) => figures.map((figure) => median(side, figure).toFixed(3)));
  const ratios = figures.map((figure) => showRatio(median(after, figure) / median(before, figure), most));
  return `| ${[name, ...costs, ...ratios].join(' | ')} |`;
}
