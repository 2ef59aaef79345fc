import { badWeather } from '../holds/bad-weather.ts';
import { makeAlarmHandler } from '../../src/operations/work/handle-alarm.ts';
import { answerAndComeBack, bid, submitAgain } from './bidder-steps.ts';
import { goesOn, inProcess } from './mortal-process.ts';
import type { BookLine } from './look.ts';
import type { ModelAuction, Wish } from './model.ts';
import { doWork, survive } from './do-work.ts';
import { holdUp } from './hold-up.ts';
import type { Manner } from './manner.ts';
import { check, type Game } from './game.ts';
import {
  captureByHand,
  endHold,
  forget,
  misname,
  restrict,
  reverse,
  sendEvents,
  workMeanwhile,
} from './provider-steps.ts';
import { cancel, create, giveRules, move, raise, refund, seeWhatIsTrue } from './seller-steps.ts';
import type { Step } from './steps.ts';
import { voidOne } from './operator-steps.ts';
import { advance, pass } from './time-steps.ts';

/** Takes one step in the world and in the model, and compares the answer with what the model expects. */
export async function take(game: Game, step: Step, manner: Manner): Promise<void> {
  const { world, model } = game;
  switch (step.do) {
    case 'create':
      return await create(game, step);
    case 'raise':
      return await raise(game, auctionAt(game, step.auction), step.minimum, manner);
    case 'move':
      return await move(game, auctionAt(game, step.auction), step, manner);
    case 'rules':
      return await giveRules(game, auctionAt(game, step.auction), step.rules, manner);
    case 'cancel':
      return await cancel(game, auctionAt(game, step.auction), manner);
    case 'bid':
      return await bid(game, auctionAt(game, step.auction), step, manner);
    case 'submit again':
      return await submitAgain(game, model.wishes[step.bid % model.wishes.length], manner);
    case 'answer': {
      const challenged = model.wishes.filter(({ challengeId }) => challengeId !== null);
      return await answerAndComeBack(game, challenged[step.bid % challenged.length], step, manner);
    }
    case 'work':
      return await doWork(step.work, manner.process);
    case 'alarm': {
      const { auctionId } = auctionAt(game, step.auction);
      const alarm = { kind: step.kind, auctionId, dueAt: world.clock.now };
      await survive(manner.process, () =>
        inProcess(manner.process, () => makeAlarmHandler(manner.process.deps)(alarm)),
      );
      return;
    }
    case 'pass':
      return await pass(game, step.to);
    case 'advance':
      return await advance(game, step.to);
    case 'weather':
      model.isNeglected ||= step.share > 0;
      manner.process.weather = badWeather(step.seed, {
        answer_lost: step.share * 0.3,
        request_lost: step.share * 0.15,
        server_error: step.share * 0.1,
        error_kept: step.share * 0.05,
        request_late: step.share * 0.25,
        request_twice: step.share * 0.15,
      });
      return;
    case 'lose': {
      model.isNeglected = true;
      let count = 0;
      const { weather } = manner.process;
      manner.process.weather = (operation) => {
        count += 1;
        return count > step.after && count <= step.after + step.calls ? step.fault : weather(operation);
      };
      return;
    }
    case 'deliver late':
      return await world.deliverLate(step);
    case 'die':
      model.isNeglected = true;
      manner.process.diesAt = step.at;
      return;
    case 'stall':
      model.isNeglected = true;
      manner.process.stallsAt = step.at;
      manner.process.stall = () => workMeanwhile(game);
      return;
    case 'void':
      return await voidOne(game, bidAt(game, step.bid), manner);
    case 'end hold':
      return await endHold(game, paymentAt(game, step.payment, 'authorized'), step.change);
    case 'capture by hand':
      return await captureByHand(game, holdToCapture(game, step), step);
    case 'forget':
      return await forget(game, step.payment);
    case 'misname':
      return await misname(game, step, manner);
    case 'restrict':
      return await restrict(game, step);
    case 'reverse':
      return await reverse(game, paymentAt(game, step.payment, 'captured'), step);
    case 'refund':
      return await refund(game, auctionAt(game, step.auction), step, manner);
    case 'send events':
      return await sendEvents(game, auctionAt(game, step.auction), { ...step, ...manner });
    case 'hold up':
      model.isNeglected = true;
      return holdUp(game, step);
    case 'at once':
      return await takeAtOnce(game, step.steps);
  }
}

const goesFirst: readonly Step['do'][] = [
  'create',
  'pass',
  'advance',
  'weather',
  'die',
  'lose',
  'stall',
  'capture by hand',
  'forget',
  'restrict',
  'hold up',
  'move',
  'deliver late',
];

/** What tells the time or spoils the rest comes first; the rest all at once, by two processes. */
async function takeAtOnce(game: Game, steps: readonly Step[]): Promise<void> {
  const { world } = game;
  for (const step of steps.filter((one) => goesFirst.includes(one.do))) {
    await take(game, step, { process: world.mortal(), isAlone: true });
    await check(game);
  }
  const rest = steps.filter((one) => !goesFirst.includes(one.do));
  const processes = [world.mortal(), world.other];
  await Promise.all(rest.map((step, index) => take(game, step, { process: processes[index % 2]!, isAlone: false })));
  await goesOn(processes[0]!);
  for (const auction of game.model.auctions) await seeWhatIsTrue(game, auction);
}

/** One of the holds that stand at the provider, whatever our books make of them. */
function holdToCapture(game: Game, { payment, isReleasing }: { payment: number; isReleasing: boolean }) {
  const released = game.seen.books.filter(({ ours, theirs }) => ours === 'releasing' && theirs === 'authorized');
  return isReleasing && released.length > 0
    ? released[payment % released.length]
    : paymentAt(game, payment, 'authorized');
}

/** One of the payments that the provider has in this state; -1: the last one. */
function paymentAt({ seen }: Game, index: number, theirs: BookLine['theirs']): BookLine | undefined {
  const lines = seen.books.filter((line) => line.theirs === theirs);
  return lines.at(index % lines.length);
}

/** One of the bids that are listed; -1: the last one. */
function bidAt({ model }: Game, index: number): Wish | undefined {
  const listed = model.wishes.filter(({ isListed }) => isListed);
  return listed.at(index % listed.length);
}

function auctionAt({ model: { auctions } }: Game, index: number): ModelAuction {
  return auctions[index % auctions.length]!;
}
