import { isDeepStrictEqual } from 'node:util';
import { partialDeepStrictEqual } from 'node:assert';
import { withoutSecrets } from '../../../../src/operations/start/make-log.ts';
import type { Sandbox } from './sandbox.ts';
import { type Step, steps } from './steps.ts';

/** What came of a step. `answers` are without what differs from run to run: names of objects, instants, secrets. */
export interface Played {
  readonly step: Step;
  readonly result: 'as expected' | 'not as expected' | 'left out';
  /** The answers by name; `null` where the step was left out, or broke off. */
  readonly answers: unknown;
  /** Why the step was left out, or broke off. */
  readonly reason: string | null;
}

/** @param tell hears of each step when it has been played */
export async function playSteps(sandbox: Sandbox, tell: (played: Played) => void = () => {}): Promise<Played[]> {
  const all: Played[] = [];
  for (const step of steps) {
    const played = await play(step, sandbox);
    tell(played);
    all.push(played);
  }
  return all;
}

/** The steps that both have played, and that are answered otherwise. */
export function differing(ofStripe: readonly Played[], ofStandIn: readonly Played[]): [Played, Played][] {
  return ofStripe.flatMap((one, index): [Played, Played][] => {
    const other = ofStandIn[index]!;
    const isPlayed = one.result !== 'left out' && other.result !== 'left out';
    return isPlayed && !isDeepStrictEqual(one.answers, other.answers) ? [[one, other]] : [];
  });
}

async function play(step: Step, sandbox: Sandbox): Promise<Played> {
  const lacking = step.lacks?.(sandbox) ?? null;
  if (lacking !== null) return { step, result: 'left out', answers: null, reason: `Missing: ${lacking}.` };
  try {
    const answers = comparable(await step.play(sandbox));
    const isExpected = contains(answers, step.expected);
    return { step, result: isExpected ? 'as expected' : 'not as expected', answers, reason: null };
  } catch (error) {
    const reason = withoutSecrets(error instanceof Error ? error.message : String(error));
    return { step, result: 'not as expected', answers: null, reason };
  }
}

function contains(answers: unknown, expected: unknown): boolean {
  try {
    partialDeepStrictEqual(answers, expected);
    return true;
  } catch {
    return false;
  }
}

const dayMs = 24 * 3600_000;

/** Replaces what differs from run to run: the names of objects, ids, addresses and secrets by `…`, an instant by its day. */
export function comparable(value: unknown, name = ''): unknown {
  if (value instanceof Date) return inDays(value);
  if (Array.isArray(value)) return value.map((each) => comparable(each, name));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined);
    return Object.fromEntries(entries.map(([key, each]) => [key, comparable(each, key)]));
  }
  if (typeof value !== 'string') return value;
  const differs = name === 'secret' || /^[a-z]+_\w*\d\w*$|^https?:|^[\da-f]{8}-[\da-f-]{27}$/i.test(value);
  return differs ? '…' : value;
}

function inDays(instant: Date): string {
  const days = Math.round((instant.getTime() - Date.now()) / dayMs);
  return days === 0 ? 'today' : `in ${days} days`;
}
