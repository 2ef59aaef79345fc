import type { Places } from './places.ts';
import { type Play, playCrashes, type Played } from './play.ts';

/** Plays them all, some at the same time: most of it is waiting. What breaks off is told as broken. */
export async function playAll(
  places: Places,
  plays: readonly Play[],
  { atOnce, onPlayed = () => undefined }: { atOnce: number; onPlayed?: (played: Played) => void },
): Promise<Played[]> {
  const waiting = [...plays];
  const all: Played[] = [];
  const playNext = async (): Promise<void> => {
    for (let play = waiting.shift(); play !== undefined; play = waiting.shift()) {
      const played = await playOne(places, play);
      all.push(played);
      onPlayed(played);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, playNext));
  return all;
}

async function playOne(places: Places, play: Play): Promise<Played> {
  await using place = await places.next();
  try {
    return await playCrashes(play, place);
  } catch (error) {
    return { play, reached: [], recoveryMs: NaN, broken: [String(error)] };
  }
}

export function titleOf({ scenario, deaths }: Play): string {
  return [scenario.name, ...deaths].join(' † ');
}
