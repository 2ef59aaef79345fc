import { percentile } from '../percentile.ts';
import type { Round } from './measure-round.ts';
import { type ApiOperation, goalOf, type ServerName } from './operation.ts';

/** The rounds of one operation, on each server that has it, ours among them. */
export interface Row {
  readonly operation: ApiOperation;
  readonly measured: ReadonlyMap<ServerName, readonly Round[]>;
}

type Figure = (round: Round) => number;

export const appMs: Figure = (round) => round.appMs;
export const bothMs: Figure = (round) => round.appMs + round.databaseMs;

/** Writes medians over the rounds, and the ratios of ours to each peer's. */
export function apiTable(rows: readonly Row[]): string {
  const lines = [
    '| Operation | Server | App CPU ms (lowest to highest) | Ratio | + PostgreSQL | Ratio | requests/s | p50 / p99 ms | Bytes | Statements | MiB |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ];
  for (const { operation, measured } of rows) {
    const ours = measured.get('ours')!;
    for (const [server, rounds] of measured) {
      const show = (figure: Figure, digits: number) => median(rounds, figure).toFixed(digits);
      const isOurs = server === 'ours';
      const all = rounds.map(appMs);
      const cells = [
        isOurs ? operation.name : '',
        server,
        `${show(appMs, 3)} (${Math.min(...all).toFixed(3)} to ${Math.max(...all).toFixed(3)})`,
        isOurs ? ratioToOwn(operation, ours, rows) : showRatio(ratioOf(ours, rounds, appMs), goalOf(operation, server)),
        show(bothMs, 3),
        isOurs ? '' : showRatio(ratioOf(ours, rounds, bothMs)),
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

function ratioToOwn({ goalOfOwn }: ApiOperation, ours: readonly Round[], rows: readonly Row[]): string {
  const other = rows.find(({ operation }) => operation.name === goalOfOwn?.operation)?.measured.get('ours');
  if (goalOfOwn === undefined || other === undefined) return '';
  return `${showRatio(ratioOf(ours, other, appMs), goalOfOwn.most)} of ${goalOfOwn.operation}`;
}

/** @param most the goal, if there is one: what misses it is bold */
export function showRatio(ratio: number, most?: number): string {
  const text = ratio.toFixed(2);
  if (most === undefined) return text;
  return `${Number(text) <= most ? text : `**${text}**`} (≤ ${most})`;
}

/** The median of the ratios of each round: its rounds were measured one after the other, at the same speed of the machine. */
function ratioOf(ours: readonly Round[], theirs: readonly Round[], figure: Figure): number {
  return percentile(
    ours.map((round, index) => figure(round) / figure(theirs[index]!)),
    0.5,
  );
}

export function median(rounds: readonly Round[], figure: Figure): number {
  return percentile(rounds.map(figure), 0.5);
}
