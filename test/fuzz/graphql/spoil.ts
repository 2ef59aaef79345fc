import type { Dice } from './dice.ts';
import type { Draft } from './draft.ts';
import { oddValue } from './values.ts';

const words = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ':',
  '!',
  '=',
  '$',
  '@',
  '|',
  '&',
  '...',
  '"',
  '"""',
  '#',
  ',',
  '\\',
  '\0',
  '\ufeff',
  'nothing',
  'nothing { here }',
  '__typename',
  '__schema { types { name } }',
  '__type(name: "Bid") { name }',
  'null',
  '@skip',
  '@skip(if: true)',
  '@include(if: 1)',
  '@defer',
  '@deprecated',
  'on',
  'fragment',
  'query',
  'mutation',
];

const repeated = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join(' ');

/** What goes wrong while a client writes a document, or what somebody tries who means no good. */
const spoilText: readonly ((text: string, dice: Dice) => string)[] = [
  (text, dice) => cut(text, dice.below(text.length), dice.below(20)),
  (text, dice) => insert(text, dice.below(text.length), ` ${dice.pick(words)} `),
  (text, dice) => insert(text, dice.below(text.length), String.fromCodePoint(1 + dice.below(0xd7ff))),
  (text, dice) => text.replace(/\b[a-z]\w+\b/g, (word) => (dice.chance(10) ? `${word}x` : word)),
  (text, dice) => text.replace(/\$\w+: [\w[\]!]+/, (declared) => (dice.chance(50) ? '' : `${declared}! `)),
  (text, dice) =>
    text.replace(/\(([^()]*)\)/, (_, given: string) => `(${given}, ${given.split(':')[0]}: ${dice.below(9)})`),
  (text) => text.replace(/ \{ [^{}]* \}/, ''),
  (text) => text.replace(/\b(\w+) (?=[\w}])/, '$1 { id } '),
  (text) => text.replace(/^\w*/, 'subscription'),
  (text) => text.replace(/\{/, `{ ${repeated(31, (i) => `z${i}: __typename`)}`),
  (text) => text.replace(/\{/, `{ ${'... { '.repeat(12)} __typename ${'} '.repeat(12)}`),
  (text) => text.replace(/\{/, `{ ...X ...Y `).concat(' fragment X on Query { ...Y } fragment Y on Query { ...X }'),
  (text) => text.replace(/\{/, '{ bids { bids { auction { bids { auction { bids { bidId } } } } } } '),
  (text) => `${text} ${text}`,
  (text) => `# ${'x'.repeat(30_000)}\n${text}`,
  (text) => repeated(500, () => text).slice(0, 60_000),
];

/** Spoils the document in one or several ways. */
export function spoilDocument(dice: Dice, draft: Draft): void {
  for (let times = 1 + dice.below(3); times > 0; times -= 1) draft.text = dice.pick(spoilText)(draft.text, dice);
}

/** Spoils the variables: one of them, or what they are altogether. */
export function spoilVariables(dice: Dice, draft: Draft): void {
  if (dice.chance(25)) {
    draft.variables = dice.pick([null, [], 'x', 1, { unknown: 1 }, JSON.parse('{"__proto__": {"a": 1}}')]);
    return;
  }
  const variables = draft.variables as Record<string, unknown>;
  const name = dice.pick(['unknown', ...Object.keys(variables)]);
  if (dice.chance(30)) delete variables[name];
  else variables[name] = oddValue(dice);
}

function cut(text: string, at: number, length: number): string {
  return text.slice(0, at) + text.slice(at + length);
}

function insert(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}
