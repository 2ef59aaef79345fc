import { changedFiles } from './changed-files.ts';
import { mutants } from './mutants.ts';
import { proveMutants } from './prove-mutants.ts';

// Proves that the tests notice when a rule about tenants, keys or money is broken. `"part of a rule or file"` proves those that contain
// the text, `--changed` those whose rule or test is in a file that has changed since main.

const isChanged = process.argv.includes('--changed');
const texts = process.argv.slice(2).filter((text) => text !== '--changed');
const changed = isChanged ? changedFiles() : null;
const chosen = mutants.filter(
  ({ rule, file, noticedBy }) =>
    texts.every((text) => `${file} ${rule}`.includes(text)) &&
    (changed === null || changed.has(`src/${file}`) || noticedBy.some((name) => changed.has(`test/${name}.test.ts`))),
);
if (chosen.length === 0) console.log(isChanged ? 'No rule has changed.\n0 passed, 0 failed' : 'No rule has this text.');
process.exitCode = (chosen.length > 0 ? await proveMutants(chosen) : isChanged) ? 0 : 1;
