import { type Goal, medianRatio, showRatio } from '../goals.ts';
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
const p99Ms: Figure = (round) => round.p99Ms;
export const bothMs: Figure = (round) => round.appMs + round.databaseMs;

/** The largest p99 that is accepted, as a ratio to that of the fastest peer. */
const p99Goal: Partial<Record<ServerName, number>> = { 'fastify-pg': 2 };

/** Writes medians over the rounds, and the ratios of ours to each peer's. @returns the goals, too, and what was measured */
export function apiTable(rows: readonly Row[]): { table: string; goals: Goal[] } {
  const goals: Goal[] = [];
  const judge = (what: string, ratio: number, most: number | undefined) => {
    if (most !== undefined) goals.push({ what, ratio, most });
    return showRatio(ratio, most);
  };
  const lines = [
    '| Operation | Server | App CPU ms (lowest to highest) | Ratio | + PostgreSQL | Ratio | requests/s | p50 / p99 ms | Ratio of p99 | Bytes | Statements | MiB |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ];
  for (const { operation, measured } of rows) {
    const ours = measured.get('ours')!;
    const own = goalOfOwn(operation, rows);
    for (const [server, rounds] of measured) {
      const show = (figure: Figure, digits: number) => median(rounds, figure).toFixed(digits);
      const isOurs = server === 'ours';
      const what = `${operation.name} next to ${server}`;
      const ownRatio = isOurs && own && `${judge(own.what, own.ratio, own.most)} of ${operation.goalOfOwn!.operation}`;
      const all = rounds.map(appMs);
      const cells = [
        isOurs ? operation.name : '',
        server,
        `${show(appMs, 3)} (${Math.min(...all).toFixed(3)} to ${Math.max(...all).toFixed(3)})`,
        isOurs ? ownRatio || '' : judge(what, ratioOf(ours, rounds, appMs), goalOf(operation, server)),
        show(bothMs, 3),
        isOurs ? '' : showRatio(ratioOf(ours, rounds, bothMs)),
        show(({ perSecond }) => perSecond, 0),
        `${show(({ p50Ms }) => p50Ms, 1)} / ${show(p99Ms, 1)}`,
        server in p99Goal ? judge(`p99 of ${what}`, ratioOf(ours, rounds, p99Ms), p99Goal[server]) : '',
        show(({ bytes }) => bytes, 0),
        show(({ statements }) => statements, 2),
        show(({ residentMiB }) => residentMiB, 0),
      ];
      lines.push(`| ${cells.join(' | ')} |`);
    }
  }
  return { table: lines.join('\n'), goals };
}

function goalOfOwn({ name, goalOfOwn: goal }: ApiOperation, rows: readonly Row[]): Goal | undefined {
  const oursOf = (wanted?: string) => rows.find(({ operation }) => operation.name === wanted)?.measured.get('ours');
  const [ours, other] = [oursOf(name), oursOf(goal?.operation)];
  if (goal === undefined || ours === undefined || other === undefined) return undefined;
  return { what: `${name} next to ${goal.operation}`, ratio: ratioOf(ours, other, appMs), most: goal.most };
}

function ratioOf(ours: readonly Round[], theirs: readonly Round[], figure: Figure): number {
  return medianRatio(ours.map(figure), theirs.map(figure));
}

export function median(rounds: readonly Round[], figure: Figure): number {
  return percentile(rounds.map(figure), 0.5);
}
