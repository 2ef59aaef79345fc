import { authenticate } from '../src/auth/authenticate.ts';
import { ask } from './ask.ts';
import {
  cancelOperation,
  createOperation,
  type ListOperation,
  readOperations,
  updateOperation,
} from './list-operations.ts';
import { openService, type OpenService } from './open-service.ts';
import type { Sample } from './sample-sellers.ts';
import { isPossible, type SeededDatabase } from './seed-database.ts';

/** Milliseconds, in the order in which they were measured. */
type Times = number[];

/**
 * How long each operation takes in either database, in process: from the request to the end of the answer's body. The two
 * take turns, request by request, so that whatever else the machine does slows both.
 *
 * @returns a Markdown table
 */
export async function measureLists(small: SeededDatabase, large: SeededDatabase, rounds: number): Promise<string> {
  await using smallService = openService(small.db);
  await using largeService = openService(large.db);
  const sides = [measuring(small, smallService), measuring(large, largeService)] as const;
  const count = ({ auctions, bids }: SeededDatabase) =>
    `${auctions.toLocaleString('en')} auctions, ${bids.toLocaleString('en')} bids`;
  const lines = [
    `Milliseconds for one request at a time; ${rounds} requests for each figure.`,
    '',
    `| Operation | Seller | p50 with ${count(small)} | p50 with ${count(large)} | Ratio | p99 | p99 |`,
    '|---|---|---:|---:|---:|---:|---:|',
  ];
  for (const step of steps) {
    const [few, many] = await takeTurns(sides, step, rounds);
    const ratio = few.length === 0 ? '' : (percentile(many, 0.5) / percentile(few, 0.5)).toFixed(2);
    const cells = [step.name, step.whose, show(few, 0.5), show(many, 0.5), ratio, show(few, 0.99), show(many, 0.99)];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

interface Side {
  readonly database: SeededDatabase;
  readonly service: OpenService;
  /** Created by the bench: what it may change. */
  readonly own: Sample[];
}

function measuring(database: SeededDatabase, service: OpenService): Side {
  return { database, service, own: [] };
}

interface Step {
  readonly name: string;
  readonly whose: string;
  readonly needsAuctions?: number;
  readonly run: (side: Side, round: number) => Promise<number>;
}

const steps: readonly Step[] = [
  {
    name: 'authenticate',
    whose: 'any',
    run: async ({ database, service }, round) => {
      const { everybody } = database.lists;
      const { key } = everybody[(round * 37) % everybody.length]!;
      const begin = performance.now();
      await authenticate(service.deps, `Bearer ${key}`);
      return performance.now() - begin;
    },
  },
  ...readOperations.map((operation) => ({ ...operation, run: sampled(operation) })),
  {
    ...createOperation,
    run: async (side, round) => {
      const sample = nth(side.database.samples.typical, round);
      const { body, ms } = await ask(side.service.app, createOperation, sample);
      const { auction } = JSON.parse(body) as { auction: { auctionId: string } };
      side.own.push({ ...sample, auctionId: auction.auctionId });
      return ms;
    },
  },
  { ...updateOperation, run: owned(updateOperation) },
  { ...cancelOperation, run: owned(cancelOperation) },
];

function sampled(operation: ListOperation): Step['run'] {
  return async ({ database, service }, round) =>
    (await ask(service.app, operation, nth(database.samples[operation.whose], round))).ms;
}

function owned(operation: ListOperation): Step['run'] {
  return async ({ service, own }, round) => (await ask(service.app, operation, nth(own, round))).ms;
}

/** The first tenth of the rounds is warming up. Offsets so deep that few sellers have them are slow, and get fewer rounds. */
async function takeTurns(sides: readonly [Side, Side], step: Step, most: number): Promise<[Times, Times]> {
  const times: [Times, Times] = [[], []];
  const rounds = step.needsAuctions === undefined ? most : most / 10;
  const warming = Math.ceil(rounds / 10);
  for (let round = 0; round < warming + rounds; round += 1) {
    for (const [index, side] of sides.entries()) {
      if (!isPossible(step, side.database)) continue;
      const ms = await step.run(side, round);
      if (round >= warming) times[index]!.push(ms);
    }
  }
  return times;
}

function nth(samples: readonly Sample[], round: number): Sample {
  return samples[round % samples.length]!;
}

function percentile(times: Times, share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
}

function show(times: Times, share: number): string {
  return times.length === 0 ? '' : percentile(times, share).toFixed(2);
}
