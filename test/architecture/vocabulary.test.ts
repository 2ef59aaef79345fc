import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Files and identifiers that the project has given up for the field's terms. */
const names = [
  /\b(?:sees-key|shows-key|turn-auctions|take-up|take-over|look-again|shown-auction|known-(?:operations|keys)|living-key|held-effects|few-at-once|keep-(?:looking|working)|hear-(?:alarms|deliveries)|ring-alarm|joined-database|judge-clock)\b/,
  /\b(?:msUntilTurn|TakenUp|forShown|plannable|madeOf|partOfAnswer|atHand|isSo|mannerOf|asMany|isUsual|noteViewer|presentOrigin|believedMs)\b/,
  /\b(?:most|longest|fewest)[A-Z]\w*/,
];

/** What a comment, a declaration or SQL may not bring back either. Tests still have many of these words. */
const words = [
  /\b(?:[Ww]hoever|[Tt]old|[Bb]eside|[Tt]eller|[Mm]ailbox|[Bb]elieved|[Jj]ourney|[Ee]xamine[ds]?)\b/,
  /\b(?:interface|type|class|const|let|function) (?:Shown|Asked|Asking|Addressed|Telling|Turn|standing|looking|looked|narrowing|taken|finding|bell)\b/,
  /\bauthorizations z\b/,
];

/** Returns the retired names of a text. */
function retiredIn(text: string, retired = [...words, ...names]): string[] {
  return retired.flatMap((name) => text.match(name)?.[0] ?? []);
}

const [code, prose] = ['{ts,js,mjs,css,py}', '{md,sh}'];

test.each([
  [
    'src, docs, the README, bench and client',
    [`src/**/*.${code}`, `{bench,client}/**/*.{${code},${prose}}`, 'docs/**/*.md', 'README.md'],
    undefined,
  ],
  ['the names of tests', [`test/**/*.{${code},${prose}}`], names],
])('no retired name is in %s', async (_, patterns, retired) => {
  const found: string[] = [];
  const files = glob(patterns, {
    cwd: root,
    exclude: [
      '**/node_modules/**',
      'src/db/generated/**',
      'src/page/words/**',
      'src/**/*.generated.*',
      'test/architecture/vocabulary.test.ts',
    ],
  });
  for await (const file of files) {
    const texts = [file, await readFile(join(root, file), 'utf8')];
    found.push(...texts.flatMap((text) => retiredIn(text, retired)).map((name) => `${file}: ${name}`));
  }
  expect(found).toEqual([]);
});

test.each([
  ['a comment', '// Whoever asks is told so.', ['Whoever']],
  ['a file', "import { take } from './take-up.ts';", ['take-up']],
  ['a constant', 'const mostAttempts = 10;', ['mostAttempts']],
  ['a type', 'export interface Shown<Row> {', ['interface Shown']],
  ['an alias in SQL', 'update authorizations z set', ['authorizations z']],
  ['a sentence', '// The secret is shown once, mostly asked for.', []],
])('is noticed in %s', (_, text, names) => expect(retiredIn(text)).toEqual(names));
