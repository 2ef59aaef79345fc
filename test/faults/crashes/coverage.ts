import { type CrashPoint, crashPoints } from '../../../src/core/crash-point.ts';
import type { Play, Played } from './play.ts';
import { scenarios } from './scenarios.ts';

/** Every scenario once without a death: which points does it come to? */
export const rehearsals: readonly Play[] = scenarios.map((scenario) => ({ scenario, deaths: [] }));

/** A death at each point that a scenario came to in rehearsal. */
export function singleDeaths(rehearsed: readonly Played[]): Play[] {
  return rehearsed.flatMap(({ play: { scenario }, reached }) =>
    (reached[0] ?? []).map((point) => ({ scenario, deaths: [point] })),
  );
}

/** A second death at each point that the process came to that took over from the first: each ordered pair once. */
export function doubleDeaths(played: readonly Played[]): Play[] {
  const plays = played.flatMap(({ play: { scenario, deaths }, reached }) =>
    (reached[1] ?? []).map((point): Play => ({ scenario, deaths: [...deaths, point] })),
  );
  return [...new Map(plays.map((play) => [play.deaths.join(), play])).values()];
}

/** The points of the code's own list at which no process has died. */
export function pointsWithoutDeath(played: readonly Played[]): CrashPoint[] {
  const died = new Set(played.flatMap(({ play }) => play.deaths));
  return crashPoints.filter((point) => !died.has(point));
}
