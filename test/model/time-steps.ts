import { expect } from 'vitest';
import { sellersNow } from './model.ts';
import type { Game } from './game.ts';
import type { Moment } from './steps.ts';

const hourMs = 3_600_000;

/** PostgreSQL's clock goes on, and with it everybody's. */
export async function pass(game: Game, to: Moment): Promise<void> {
  const target = instantOf(game, to) - game.model.offset;
  if (target > game.model.now) await passUntil(game, target);
}

export async function passUntil({ world, model }: Game, instant: number): Promise<void> {
  if (instant - model.now > hourMs) model.isNeglected = true;
  // A request that is under way arrives within the hour, if it arrives at all.
  if (instant - model.now > hourMs / 2) await world.deliverLate({ isReversed: false });
  // Something else may have happened when it arrived, which took its time, too.
  if (instant <= model.now) return;
  await world.clock.moveTo(new Date(instant));
  model.now = instant;
}

/** The seller advances its test clock, through the door. */
export async function advance(game: Game, to: Moment): Promise<void> {
  const { world, model } = game;
  // Whole seconds, as the door takes them.
  const target = Math.floor(instantOf(game, to) / 1000) * 1000;
  const before = sellersNow(model);
  if (target <= before) return;
  const process = world.mortal();
  // The answer tells one instant: meanwhile no minute may pass.
  process.stallsAt = null;
  const { body } = await world.seller.mutate('advanceTestClock', { toTimestamp: target / 1000 }, 'clock { now }');
  if (process.isDead) {
    const { body: clock } = await world.seller.graphql('{ clock { now } }');
    const now = Date.parse(clock.data.clock.now);
    expect(now, 'a clock that was being advanced').toBeGreaterThanOrEqual(before);
    expect(now, 'a clock that was being advanced').toBeLessThanOrEqual(target);
    model.offset = now - model.now;
    return;
  }
  expect(body.errors, 'advancing the test clock').toBeUndefined();
  expect(Date.parse(body.data.advanceTestClock.now), 'the instant at the seller').toBe(target);
  model.offset = target - model.now;
}

function instantOf({ model }: Game, moment: Moment): number {
  if ('inSeconds' in moment) return sellersNow(model) + moment.inSeconds * 1000;
  const auction = model.auctions[moment.of % model.auctions.length]!;
  return (moment.at === 'start' ? auction.startsAt : auction.endsAt) + moment.offsetMs;
}
