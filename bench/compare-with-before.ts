import { maxOfBefore, medianRatio, showRatio, stateGoals } from './goals.ts';
import { percentile } from './percentile.ts';
import { tell } from './report.ts';

export type Version = 'now' | 'before';

/**
 * Measures this version of the service and an earlier one in rounds in turns.
 *
 * @param what the unit and what is measured, for the head of the table
 * @param measure what things cost a version, by their names
 * @returns the table, and which goals are held
 */
export async function compareWithBefore(
  what: string,
  rounds: number,
  measure: (version: Version) => Promise<Readonly<Record<string, number>>>,
): Promise<string> {
  const costs = { now: [] as Readonly<Record<string, number>>[], before: [] as Readonly<Record<string, number>>[] };
  for (let round = 0; round < rounds; round += 1) {
    // The machine's speed drifts: neither always comes first.
    for (const version of (round % 2 === 0 ? ['now', 'before'] : ['before', 'now']) as Version[]) {
      tell(`Round ${round + 1} of ${rounds}, ${version} …`);
      costs[version].push(await measure(version));
    }
  }
  const rows = Object.keys(costs.now[0]!).map((name) => {
    const [now, before] = [costs.now, costs.before].map((all) => all.map((each) => each[name]!)) as [
      number[],
      number[],
    ];
    return { name, now, before, ratio: medianRatio(now, before) };
  });
  const median = (values: number[]) => Number(percentile(values, 0.5).toPrecision(3));
  const lines = rows.map(
    ({ name, now, before, ratio }) =>
      `| ${name} | ${median(now)} | ${median(before)} | ${showRatio(ratio, maxOfBefore)} |`,
  );
  return `| ${what}, medians of ${rounds} rounds | Now | Before | Ratio |
|---|---:|---:|---:|
${lines.join('\n')}

${stateGoals(rows.map(({ name, ratio }) => ({ what: name, ratio, most: maxOfBefore })))}`;
}
