import { parseArgs } from 'node:util';

export interface CrowdOptions {
  readonly viewers: number;
  /** Bids a second: page, form and outcome page each. */
  readonly bids: number;
  /** Polls a second by sellers. */
  readonly polls: number;
  /** From the instant at which all viewers watch to the end of the auction. */
  readonly seconds: number;
  /** API processes. */
  readonly processes: number;
  /** Before any viewer comes; the first half is not measured. */
  readonly secondsBefore: number;
}

const usual: CrowdOptions = { viewers: 20_000, bids: 50, polls: 25, seconds: 60, processes: 2, secondsBefore: 30 };
const short: CrowdOptions = { viewers: 400, bids: 10, polls: 10, seconds: 6, processes: 2, secondsBefore: 3 };

/** Reads `--viewers 10000 --bids 20 --polls 25 --seconds 60 --processes 1`, and `--short` for a few seconds. */
export function readCrowdOptions(): CrowdOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      viewers: text,
      bids: text,
      polls: text,
      seconds: text,
      processes: text,
      secondsBefore: text,
    },
  });
  const { short: isShort, ...given } = values;
  const numbers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]));
  return { ...(isShort ? short : usual), ...numbers };
}
