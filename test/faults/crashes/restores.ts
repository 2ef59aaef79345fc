import { connectDatabase } from '../../../src/platform/db/connect-database.ts';
import { type Restored, startRestoredService, type ThreeCards } from '../../books/restored-stage.ts';
import type { Places } from './places.ts';

/** Lives of an auction in which answers are lost, captures are declined and the provider fails. */
const livesOfCards: readonly ThreeCards[] = [
  ['visa', 'capture_declined', 'visa'],
  ['release_answer_lost', 'capture_declined', 'capture_answer_lost'],
  ['visa', 'authorize_answer_lost', 'visa'],
  ['visa', 'capture_5xx', 'authorize_answer_lost'],
];

/** Takes the books of each life back to before each of its calls to the provider, and lets a worker go on. */
export async function restoreAll(places: Places, onRestored: (restored: Restored) => void): Promise<Restored[]> {
  const all: Restored[] = [];
  const restore = async (cards: ThreeCards): Promise<void> => {
    await using place = await places.next();
    const db = await connectDatabase(place.databaseUrl);
    await using service = await startRestoredService({
      url: place.databaseUrl,
      db,
      [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
    });
    const restored = await service.restoreBeforeEachCall(cards);
    restored.forEach(onRestored);
    all.push(...restored);
  };
  await Promise.all(livesOfCards.map(restore));
  return all;
}
