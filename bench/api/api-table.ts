import { percentile } from '../percentile.ts';
import { type ApiOperation, goalOf, type ServerName } from './api-operation.ts';
import type { Round } from './measure-round.ts';

/** What was measured of one operation on one server. */
export interface Measured {
  readonly rounds: readonly Round[];
  readonly roundTrips: number;
}

/** One operation, of each server that has it, ours among them. */
export interface Row {
  readonly operation: ApiOperation;
  readonly measured: ReadonlyMap<ServerName, Measured>;
}

type Figure = (round: Round) => number;

/** Medians over the rounds, and what is ours to each peer's. */
export function apiTable(rows: readonly Row[]): string {
  const lines = [
    '| Operation | Server | App CPU ms (lowest to highest) | Ratio | + PostgreSQL | Ratio | requests/s | p50 / p99 ms | Bytes | Statements | Round trips | MiB |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ];
  for (const { operation, measured } of rows) {
    const ours = measured.get('ours')!.rounds;
    for (const [server, { rounds, roundTrips }] of measured) {
      const show = (figure: Figure, digits: number) => median(rounds, figure).toFixed(digits);
      const goal = goalOf(operation, server);
      const ratio = (figure: Figure, most: number | undefined) => {
        if (server === 'ours') return '';
        return showRatio(medianRatio(ours, rounds, figure), most);
      };
      const app = rounds.map(({ appMs }) => appMs);
      const cells = [
        server === 'ours' ? operation.name : '',
        server,
        `${show(({ appMs }) => appMs, 3)} (${Math.min(...app).toFixed(3)} to ${Math.max(...app).toFixed(3)})`,
        ratio(({ appMs }) => appMs, goal?.app),
        show(bothMs, 3),
        ratio(bothMs, goal?.both),
        show(({ perSecond }) => perSecond, 0),
        `${show(({ p50Ms }) => p50Ms, 1)} / ${show(({ p99Ms }) => p99Ms, 1)}`,
        show(({ bytes }) => bytes, 0),
        show(({ statements }) => statements, 2),
        roundTrips,
        show(({ residentMiB }) => residentMiB, 0),
      ];
      lines.push(`| ${cells.join(' | ')} |`);
    }
  }
  return lines.join('\n');
}

/** @param most the goal, if there is one: what misses it is bold */
export function showRatio(ratio: number, most?: number): string {
  const text = ratio.toFixed(2);
  if (most === undefined) return text;
  return `${Number(text) <= most ? text : `**${text}**`} (≤ ${most})`;
}

export const bothMs: Figure = ({ appMs, databaseMs }) => appMs + databaseMs;

/** The rounds of both were measured one after the other, at the same speed of the machine. */
function medianRatio(ours: readonly Round[], theirs: readonly Round[], figure: Figure): number {
  return percentile(
    ours.map((round, index) => figure(round) / figure(theirs[index]!)),
    0.5,
  );
}

export function median(rounds: readonly Round[], figure: Figure): number {
  return percentile(rounds.map(figure), 0.5);
}
