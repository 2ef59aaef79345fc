import { readFile } from 'node:fs/promises';
import { type Profiler, Session } from 'node:inspector/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { sharedService } from '../support/service.ts';

const root = resolve(import.meta.dirname, '../..');
const plugin = 'packages/pothos-plugin-one-statement/src';

/** The most files that a reader goes through to follow one request. */
const mostFiles = 15;

const page = await readFile(join(root, 'docs/architecture.md'), 'utf8');
const [header, , ...rows] = /(?:^\|.*\n)+/m
  .exec(page.slice(page.indexOf('| Step |')))![0]
  .trim()
  .split('\n')
  .map(cellsOf);

const open = new AsyncDisposableStack();
afterAll(() => open.disposeAsync());
const service = await sharedService();
const { url } = open.use(await servePage(service.deps));
const seller = await service.seller();
const { auctionId } = await service.auction(seller);
const headers = { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' };
const query = `{ auction(auctionId: "${auctionId}") { title auctionUrl } }`;

const requests: Readonly<Record<string, () => Promise<Response>>> = {
  '`GET /v1/auctions/:id`': () => fetch(`${url}/v1/auctions/${auctionId}`, { headers }),
  '`PATCH /v1/auctions/:id`': () =>
    fetch(`${url}/v1/auctions/${auctionId}`, { method: 'PATCH', headers, body: '{"title":"A walnut desk"}' }),
  'a GraphQL document': () => fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) }),
};

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function filesIn(cell: string): string[] {
  const named = [...cell.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file!);
  return named.map((file) => (file.includes('/') ? `src/${file}` : `${plugin}/${file}`));
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true });
open.defer(() => session.disconnect());

/** Finds the files of which a function has run since the last call. */
async function filesThatWorked(): Promise<ReadonlySet<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  // The function at 0 is the module itself.
  const hasRun = ({ ranges: [range] }: Profiler.FunctionCoverage) => range!.startOffset > 0 && range!.count > 0;
  return new Set(result.filter(({ functions }) => functions.some(hasRun)).map((script) => script.url));
}

test.each(header!.slice(1).map((name, column) => [name, column + 1] as const))(
  '%s goes through at most fifteen files, and each does a part of the work',
  async (name, column) => {
    const files = rows.flatMap((cells) => filesIn(cells[column]!));
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(mostFiles);
    await filesThatWorked();
    const answer = await requests[name]!();
    expect(answer.status, await answer.text()).toBe(200);
    const working = await filesThatWorked();
    expect(files.filter((file) => !working.has(pathToFileURL(join(root, file)).href))).toEqual([]);
  },
);
