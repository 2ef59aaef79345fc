// `npm run check`: reads the documentation as its readers do, without code and addresses, and fails on sentences that are hard to read.
// Then reads the comments of `src`.
import { readdir, readFile } from 'node:fs/promises';
import { marked } from 'marked';
import { faultsOfText, relativeOpeningsOf } from './plain-sentences.ts';

/** A token of Markdown, with the members that this program reads. */
interface Token {
  readonly type: string;
  readonly text?: string;
  readonly tokens?: readonly Token[];
  readonly items?: readonly Token[];
  readonly header?: readonly Token[];
  readonly rows?: readonly (readonly Token[])[];
}

const root = new URL('../', import.meta.url);
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];

for (const folder of ['docs', 'bench', 'examples', 'test']) {
  const names = await readdir(new URL(folder, root), { recursive: true });
  pages.push(...names.filter((name) => /^(?!.*node_modules).*\.md$/.test(name)).map((name) => `${folder}/${name}`));
}
for (const page of pages) {
  const tokens = marked.lexer(await readFile(new URL(page, root), 'utf8')) as readonly Token[];
  for (const fault of tokens.flatMap(textsOf).flatMap(faultsOfText)) report(page, fault);
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

/** The texts that a reader sees as one piece each: a heading, a paragraph, an item of a list, a cell of a table. */
function textsOf({ type, text, tokens = [], items = [], header = [], rows = [] }: Token): string[] {
  switch (type) {
    case 'heading':
    case 'paragraph':
    case 'text':
      return [seen(tokens.length > 0 ? tokens : [{ type, text: text ?? '' }]).replaceAll(/\s+/g, ' ')];
    case 'list':
    case 'list_item':
    case 'blockquote':
      return items.concat(tokens).flatMap(textsOf);
    case 'table':
      return [header, ...rows].flat().map((cell) => seen(cell.tokens ?? []).replaceAll(/\s+/g, ' '));
    default:
      return [];
  }
}

/** Each piece of code counts as one word. */
function seen(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, text = '', tokens: inner }) => {
      if (type === 'codespan') return '`code`';
      if (type === 'html' || type === 'br') return ' ';
      return inner === undefined ? text : seen(inner);
    })
    .join('');
}
