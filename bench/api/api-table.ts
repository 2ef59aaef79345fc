import { percentile } from '../percentile.ts';
import type { Round } from './measure-round.ts';

type Figure = (round: Round) => number;

/** Medians over the rounds, and what is ours to each peer's. */
export function apiTable(results: ReadonlyMap<string, ReadonlyMap<string, readonly Round[]>>): string {
  const lines = [
    'Medians of the rounds; CPU milliseconds for a request. Ratios are ours to theirs: below 1, ours costs less.',
    '',
    '| Operation | Server | App CPU ms (lowest to highest) | Ratio | + PostgreSQL | Ratio | requests/s | p50 / p99 ms | Bytes | Statements | MiB |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ];
  for (const [operation, ofServers] of results) {
    const ours = ofServers.get('ours')!;
    for (const [server, rounds] of ofServers) {
      const show = (figure: Figure, digits: number) => median(rounds, figure).toFixed(digits);
      const ratio = (figure: Figure) =>
        server === 'ours' ? '' : (median(ours, figure) / median(rounds, figure)).toFixed(2);
      const app = rounds.map(({ appMs }) => appMs);
      const cells = [
        server === 'ours' ? operation : '',
        server,
        `${show(({ appMs }) => appMs, 3)} (${Math.min(...app).toFixed(3)} to ${Math.max(...app).toFixed(3)})`,
        ratio(({ appMs }) => appMs),
        show(both, 3),
        ratio(both),
        show(({ perSecond }) => perSecond, 0),
        `${show(({ p50Ms }) => p50Ms, 1)} / ${show(({ p99Ms }) => p99Ms, 1)}`,
        show(({ bytes }) => bytes, 0),
        show(({ statements }) => statements, 2),
        show(({ residentMiB }) => residentMiB, 0),
      ];
      lines.push(`| ${cells.join(' | ')} |`);
    }
  }
  return lines.join('\n');
}

const both: Figure = ({ appMs, databaseMs }) => appMs + databaseMs;

function median(rounds: readonly Round[], figure: Figure): number {
  return percentile(rounds.map(figure), 0.5);
}
