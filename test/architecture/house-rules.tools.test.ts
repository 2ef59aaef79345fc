import { RuleTester } from 'oxlint/plugins-dev';
import { describe, test } from 'vitest';
import houseRules from '../../lint/house-rules.ts';

// The tester declares its cases with these.
RuleTester.describe = describe;
RuleTester.it = test;

type Name = keyof typeof houseRules.rules;

/** An example and the file that it stands in. */
type Example = readonly [filename: string, code: string];

const examples: Readonly<Record<Name, Readonly<Record<'passed' | 'flagged', readonly Example[]>>>> = {
  'imports-go-down': {
    passed: [
      ['src/settlement/settle.ts', `import { placeBid } from '../auctions/bids/place-bid.ts';`],
      ['src/settlement/books/compare.ts', `import { settle } from '../settle.ts';`],
      ['src/auctions/bids/place-bid.ts', `import { judgeBid } from './judge-bid.ts';`],
      ['src/main.ts', `import { settle } from './settlement/settle.ts';`],
      ['test/bids/place-bid.test.ts', `import { settle } from '../../src/settlement/settle.ts';`],
    ],
    flagged: [
      ['src/auctions/bids/place-bid.ts', `import { settle } from '../../settlement/settle.ts';`],
      ['src/auctions/bids/place-bid.ts', `import type { Settled } from '../../settlement/settle.ts';`],
      ['src/settlement/settle.ts', `import { compare } from './books/compare.ts';`],
      ['src/core/money.ts', `export * from '../platform/db/database.ts';`],
      ['src/attic/old.ts', `const { placeBid } = await import('../auctions/bids/place-bid.ts');`],
    ],
  },
  'one-clock': {
    passed: [
      ['src/auctions/bids/place-bid.ts', `const at = new Date(row.placedAt);`],
      ['src/auctions/bids/place-bid.ts', `db.query('select clock_timestamp()');`],
    ],
    flagged: [
      ['src/auctions/bids/place-bid.ts', `const at = Date.now();`],
      ['src/auctions/bids/place-bid.ts', `const at = new Date();`],
      ['src/auctions/bids/place-bid.ts', `const at = Date();`],
      ['src/auctions/bids/place-bid.ts', `db.query('select now()');`],
      ['src/auctions/bids/place-bid.ts', 'db.query(`select ${column} where ends_at < current_timestamp`);'],
    ],
  },
  'only-entries-act': {
    passed: [
      ['src/auctions/bids/place-bid.ts', `export const placeBid = async () => { await judge(); };`],
      ['src/main.ts', `await start();`],
      ['src/operations/commands/keys.ts', `await run();`],
    ],
    flagged: [
      ['src/auctions/bids/place-bid.ts', `start();`],
      ['src/auctions/bids/place-bid.ts', `export const settings = await read();`],
      ['src/operations/start/app.ts', `start();`],
    ],
  },
  'plain-test-names': {
    passed: [
      ['test/bids/rank.test.ts', `test('the earlier of equal bids wins', () => {});`],
      ['test/bids/rank.test.ts', `describe('what happens after the end?', () => {});`],
      ['test/bids/rank.test.ts', `test.each(cases)('refuses %s', () => {});`],
    ],
    flagged: [
      ['test/bids/rank.test.ts', `test('of equal bids the earlier one wins', () => {});`],
      ['test/bids/rank.test.ts', `test.each(cases)('who bids %i cents leads', () => {});`],
      ['test/bids/rank.test.ts', `test('a bid that is voided is listed, and its hold is released', () => {});`],
      ['test/bids/rank.test.ts', `testWith('redis', 'an empty queue is none', () => {});`],
      ['test/bids/rank.test.ts', `describe('${'word '.repeat(26)}', () => {});`],
    ],
  },
  'seeded-input': {
    passed: [['test/fuzz/bids.test.ts', `fc.assert(fc.property(fc.integer(), (n) => Math.abs(n) >= 0));`]],
    flagged: [['test/fuzz/bids.test.ts', `const bidValueInCents = Math.floor(Math.random() * 100);`]],
  },
  'words-in-catalogues': {
    passed: [
      ['src/pages/auction/make-page.ts', 'html`<p class="note">${words.sold}</p>`;'],
      ['src/settlement/admin/make-page.ts', 'html`<p>Sold</p>`;'],
    ],
    flagged: [
      ['src/pages/auction/make-page.ts', 'html`<p class="note">Sold</p>`;'],
      ['src/pages/seller/make-page.ts', 'html`<button aria-label="Close">×</button>`;'],
    ],
  },
};

const asCase = ([filename, code]: Example) => ({ filename, code });

for (const [name, { passed, flagged }] of Object.entries(examples)) {
  new RuleTester().run(name, houseRules.rules[name as Name], {
    valid: passed.map(asCase),
    invalid: flagged.map((example) => ({ ...asCase(example), errors: 1 })),
  });
}
