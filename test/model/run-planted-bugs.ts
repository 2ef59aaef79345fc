import { proveMutants } from '../mutants/prove-mutants.ts';
import { plantedBugs } from './planted-bugs.ts';

// Proves that the model test finds each of the planted bugs, in lives that are always the same ones: `npm run deep -- planted-bugs`.
// `"part of a bug or file"` proves those that contain the text. The number of lives decides, never the time: a fast machine
// and a slow one find the same bugs.
Object.assign(process.env, { MODEL_SEED: '4', MODEL_RUNS: '200', MODEL_SECONDS: '900', MODEL_SHRINKS: 'no' });
const texts = process.argv.slice(2);
const chosen = plantedBugs.filter(({ rule, file }) => texts.every((text) => `${file} ${rule}`.includes(text)));
process.exitCode = chosen.length > 0 && (await proveMutants(chosen)) ? 0 : 1;
