import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Names that the project has given up for the field's terms. A comment, a file's name or an identifier may not bring one back. */
const retired = [
  // Whole words, in prose, too.
  /\b(?:[Ww]hoever|[Tt]old|[Bb]eside|[Tt]eller|[Mm]ailbox|[Bb]elieved|[Jj]ourney|[Ee]xamine[ds]?)\b/,
  // Files.
  /\b(?:sees-key|shows-key|turn-auctions|take-up|take-over|look-again|shown-auction|known-(?:operations|keys)|living-key|held-effects|few-at-once|keep-(?:looking|working)|hear-(?:alarms|deliveries)|ring-alarm|joined-database|judge-clock)\b/,
  // Identifiers.
  /\b(?:msUntilTurn|TakenUp|forShown|plannable|madeOf|partOfAnswer|atHand|isSo|mannerOf|asMany|isUsual|noteViewer|presentOrigin|believedMs)\b/,
  /\b(?:most|longest|fewest)[A-Z]\w*/,
  /\b(?:interface|type|class|const|let|function) (?:Shown|Asked|Asking|Addressed|Telling|Turn|standing|looking|looked|narrowing|taken|finding|bell)\b/,
  /\bauthorizations z\b/,
];

/** Returns the retired names of a text. */
function retiredIn(text: string): string[] {
  return retired.flatMap((name) => text.match(name)?.[0] ?? []);
}

test('no retired name is in src, docs or the README', async () => {
  const found: string[] = [];
  const files = glob(['src/**/*.{ts,js,mjs,css}', 'docs/**/*.md', 'README.md'], {
    cwd: root,
    exclude: ['src/db/generated/**', 'src/page/words/**', 'src/**/*.generated.*'],
  });
  for await (const file of files) {
    const names = [...retiredIn(file), ...retiredIn(await readFile(join(root, file), 'utf8'))];
    found.push(...names.map((name) => `${file}: ${name}`));
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
