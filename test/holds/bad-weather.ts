import type { Fault, Weather } from '../providers/faulty-simulated.ts';

/**
 * Spoils the given shares of calls. The same seed spoils the same calls, in their order.
 *
 * @param shares the probability of each fault, from 0 to 1; together at most 1
 */
export function badWeather(seed: number, shares: Partial<Record<Fault, number>>): Weather {
  const random = mulberry32(seed);
  return () => {
    let draw = random();
    for (const [fault, share] of Object.entries(shares)) {
      draw -= share;
      if (draw < 0) return fault as Fault;
    }
    return null;
  };
}

/** Tommy Ettinger's 32-bit generator: small, and random enough for this. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
