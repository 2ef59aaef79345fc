// `npm run check`: reads the documentation as its readers do, without code and addresses, and fails on sentences that are hard to read.
// Then reads the comments of `src`.
import { readdir, readFile } from 'node:fs/promises';
import MarkdownIt, { type Token } from 'markdown-it';
import { faultsOfText, relativeOpeningsOf } from './plain-sentences.ts';

// Elements of HTML are no text.
const parser = new MarkdownIt({ html: true });
const root = new URL('../', import.meta.url);
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];

for (const folder of ['docs', 'bench', 'examples', 'test']) {
  const names = await readdir(new URL(folder, root), { recursive: true });
  pages.push(...names.filter((name) => /^(?!.*node_modules).*\.md$/.test(name)).map((name) => `${folder}/${name}`));
}
for (const page of pages) {
  const texts = textsOf(await readFile(new URL(page, root), 'utf8'));
  for (const fault of texts.flatMap(faultsOfText)) report(page, fault);
}

const sources = (await readdir(new URL('src', root), { recursive: true })).filter((name) =>
  /^(?!platform\/db\/generated).*\.[jt]s$/.test(name),
);
for (const name of sources) {
  const comments = commentsOf(await readFile(new URL(`src/${name}`, root), 'utf8'));
  for (const fault of comments.flatMap(relativeOpeningsOf)) report(`src/${name}`, fault);
}

function report(place: string, fault: string): void {
  console.error(`${place} ${fault}`);
  process.exitCode = 1;
}

/** The paragraphs of the comments that begin a line. */
function commentsOf(source: string): string[] {
  const comments = source.match(/^[ \t]*\/\*[^]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm) ?? [];
  const texts = comments.map((comment) => comment.replaceAll(/^[ \t]*(?:\/\*+|\*\/|\*|\/\/)[ \t]*|[ \t]*\*\/$/gm, ''));
  return texts.flatMap((text) => text.split(/\n{2,}|(?=^@)/m)).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

/**
 * The texts that a reader sees as one piece each: a heading, a paragraph, an item of a list, a cell of a table. Each piece of code counts
 * as one word.
 */
function textsOf(markdown: string): string[] {
  const pieces = parser.parse(markdown, {}).flatMap(({ children }) => (children === null ? [] : [children]));
  return pieces.map((tokens) => tokens.map(seen).join('').replaceAll(/\s+/g, ' '));
}

function seen({ type, content }: Token): string {
  if (type === 'code_inline') return '`code`';
  return /^html|break$/.test(type) ? ' ' : content;
}
