import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refuseCapture, voidBid } from '../../src/settlement/admin/payment-levers.ts';
import { Refusal } from '../../src/core/refusal.ts';
import type { Viewer } from '../../src/core/viewer.ts';
import { survive } from './do-work.ts';
import { check, type Game } from './game.ts';
import type { Manner } from './manner.ts';
import type { Wish } from './model.ts';
import { inProcess } from './mortal-process.ts';

/** An operator voids a bid: its hold is released, and it stays listed. */
export async function voidOne(game: Game, wish: Wish | undefined, { process, isAlone }: Manner): Promise<void> {
  if (wish?.bidId == null) return;
  const { journal } = game;
  const { auctionId } = wish.auction;
  const lines = game.seen.books.filter(({ bidId }) => bidId === wish.bidId);
  const isCompleted = game.seen.auctions.find((shown) => shown.auctionId === auctionId)!.status === 'completed';
  const operator = operatorOf(game);
  const input = { bidId: wish.bidId, reason: 'A slip of the keyboard', confirm: true };
  const answer = await survive(process, () =>
    inProcess(process, async () => {
      try {
        return (await voidBid(process.deps, operator, input)).state ?? 'gone';
      } catch (error) {
        if (error instanceof Refusal) return error.code;
        throw error;
      }
    }),
  );
  journal.push(`  ${answer}`);
  if (answer === null) {
    // The process died, before or after it had voided the bid.
    wish.isVoided = true;
    return;
  }
  const isRefused = answer === 'auction_completed' || answer === 'auction_settling' || answer === 'invalid_request';
  if (isAlone && !wish.isVoided) {
    const isHeld = lines.some(({ ours }) => ours === 'authorized');
    expect(isRefused, `a bid is voided while its hold stands: ${answer}`).toBe(isCompleted || !isHeld);
  }
  if (isRefused) return;
  wish.isVoided = true;
  // Another void under way may be in the books, and not in the model yet.
  if (!isAlone) return;
  await check(game);
  const isHeld = game.seen.books.some(({ bidId, ours }) => bidId === wish.bidId && ours === 'authorized');
  expect(isHeld, 'whether a voided bid can still be captured').toBe(false);
}

/** An operator refuses the captures of payments that the provider no longer knows, so that settlement goes on. */
export async function refuseForgotten(game: Game): Promise<void> {
  const { world, model, journal } = game;
  const { other } = world;
  for (const { ours, reference, authorizationId } of game.seen.books) {
    if (ours !== 'capturing' || reference === null || !model.forgotten.has(reference)) continue;
    model.changedByHand.add(reference);
    journal.push(`  the capture of ${reference} is refused by an operator`);
    const input = { authorizationId, reason: 'Its account is closed', confirm: true };
    await inProcess(other, () => refuseCapture(other.deps, operatorOf(game), input));
  }
  await check(game);
}

function operatorOf({ world: { seller } }: Game): Viewer {
  return {
    sellerId: seller.sellerId,
    mode: 'test',
    apiKeyId: seller.apiKeyId,
    scopes: new Set(['admin']),
    requestId: randomUUID(),
  };
}
