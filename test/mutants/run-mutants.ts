import { mutants } from './mutants.ts';
import { shareOf } from '../support/share-of.ts';
import { proveMutants } from './prove-mutants.ts';

// Proves that the contract tests notice when a rule of the contract is broken: `npm run mutants`. `-- "part of a rule or file"`
// proves those that contain the text.

const texts = process.argv.slice(2);
const chosen = shareOf(mutants).filter(({ rule, file }) => texts.every((text) => `${file} ${rule}`.includes(text)));
process.exitCode = chosen.length > 0 && (await proveMutants(chosen, 'test/contract')) ? 0 : 1;
