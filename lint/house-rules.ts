import { importsGoDown } from './imports-go-down.ts';
import { plainTestNames } from './plain-test-names.ts';
import { oneClock } from './one-clock.ts';
import { onlyEntriesAct } from './only-entries-act.ts';
import { seededInput } from './seeded-input.ts';
import { wordsInCatalogues } from './words-in-catalogues.ts';

/** The rules that no linter brings along, as a plugin for oxlint: loaded as its default export. */
export default {
  meta: { name: 'house' },
  rules: {
    'imports-go-down': importsGoDown,
    'one-clock': oneClock,
    'only-entries-act': onlyEntriesAct,
    'plain-test-names': plainTestNames,
    'seeded-input': seededInput,
    'words-in-catalogues': wordsInCatalogues,
  },
};
