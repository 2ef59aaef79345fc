import type { MortalProcess } from './mortal-process.ts';

/** Who takes a step, and whether others are taken at the same time: then what comes of it is not certain. */
export interface Manner {
  readonly process: MortalProcess;
  readonly isAlone: boolean;
}
