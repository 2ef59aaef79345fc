import { proveMutants } from '../mutants/prove-mutants.ts';
import { plantedBugs } from './planted-bugs.ts';

// Proves that the model test finds each of the planted bugs, in lives that are always the same ones.

Object.assign(process.env, { MODEL_SEED: '4', MODEL_RUNS: '200', MODEL_SECONDS: '150', MODEL_SHRINKS: 'no' });
process.exitCode = (await proveMutants(plantedBugs, 'test/model')) ? 0 : 1;
