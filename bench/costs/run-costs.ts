// `npm run bench -- costs`: the rows, the blocks and the processor time that PostgreSQL takes for a bid on one auction with five thousand bids,
// and for an auction of two thousand that end at once, beside the same among few, and beside what baseline.json has. Nothing is judged by
// seconds, so a slow or busy machine changes little. Fails where a cost has grown: see the limits below. `--write` replaces baseline.json
// after a change that is meant to cost more, or less. `--only bids` or `--only settlement`: the one. `--short`: few of each, and judges nothing.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { report } from '../report.ts';
import { costOfBids } from './cost-of-bids.ts';
import { costOfSettlement } from './cost-of-settlement.ts';
import { figures, type Growth, mapUsage, type Usage } from './read-usage.ts';

const flag = { type: 'boolean', default: false } as const;
const {
  short: isShort,
  write,
  only,
} = parseArgs({ options: { short: flag, write: flag, only: { type: 'string', default: '' } } }).values;

const baselineFile = path.join(import.meta.dirname, 'baseline.json');

/** The most that the large case may cost, as a multiple of the small one, and of the baseline. Processor time varies from run to run. */
const limits: Record<keyof Usage, { readonly growth: number; readonly baseline: number }> = {
  rows: { growth: 1.2, baseline: 1.2 },
  blocks: { growth: 1.3, baseline: 1.2 },
  processor: { growth: 1.4, baseline: 2 },
};

type Baseline = Record<string, Usage>;
const measures: Record<string, () => Promise<Growth>> = {
  bids: () => costOfBids(isShort ? { first: 100, between: 100 } : { first: 1_000, between: 4_000 }),
  settlement: () => costOfSettlement(isShort ? { few: 20, many: 40 } : { few: 200, many: 2_000 }),
};

const baseline = JSON.parse(await readFile(baselineFile, 'utf8')) as Baseline;
const faults: string[] = [];
const lines: string[] = [];
for (const [name, measure] of Object.entries(measures)) {
  if (!name.includes(only)) continue;
  const { what, small, large } = await measure();
  for (const figure of figures) {
    const [growth, ofBaseline] = [large[figure] / small[figure], large[figure] / (baseline[name]?.[figure] ?? NaN)];
    lines.push(
      `| ${what} | ${figure} | ${rounded(small[figure])} | ${rounded(large[figure])} | ${growth.toFixed(2)} (≤ ${limits[figure].growth}) | ${ofBaseline.toFixed(2)} (≤ ${limits[figure].baseline}) |`,
    );
    if (growth > limits[figure].growth)
      faults.push(`${what}: ${figure} grow to ${growth.toFixed(2)} of what they are among few`);
    if (ofBaseline > limits[figure].baseline && !write)
      faults.push(`${what}: ${figure} are ${ofBaseline.toFixed(2)} of baseline.json`);
  }
  baseline[name] = mapUsage((figure) => rounded(large[figure]));
}
if (write) await writeFile(baselineFile, `${JSON.stringify(baseline, null, 2)}\n`);
report(
  `# The cost of a bid and a sale for PostgreSQL

| Cost | Figure | Among few | Among many | Ratio | Share of the baseline |
|---|---|---:|---:|---:|---:|
${lines.join('\n')}`,
  isShort ? [] : faults,
);

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
