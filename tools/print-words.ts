// Writes the types of the texts in `locales/`. `--check` compares instead. Both fail if a language lacks a key or an argument, and if no code names a key.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { type Language, languages } from '../src/core/languages.ts';

interface Texts {
  readonly [key: string]: string | Texts;
}
/** One text, or one part of a catalogue, in each language. */
type Translated = Record<Language, string | Texts | undefined>;

const locales = new URL('../locales/', import.meta.url);
const faults: string[] = [];

const root = new URL('../', import.meta.url);
const code = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`);
const sources = code.filter((name) => /^(?!.*\/generated\/).*\.[jt]s$/.test(name));
/** Every name in the code. Those of enums stand in the schema. */
const named = new Set(
  [...sources, 'schema.graphql', 'packages/verify-transcript/verify.js'].flatMap(
    (name) => readFileSync(new URL(name, root), 'utf8').match(/\w+/g) ?? [],
  ),
);

const catalogues = readdirSync(new URL('en/', locales)).map((file) => {
  const texts = inEachLanguage(
    (language) => JSON.parse(readFileSync(new URL(`${language}/${file}`, locales), 'utf8')) as Texts,
  );
  const name = file.replace('.json', '');
  return `export type ${name[0]!.toUpperCase()}${name.slice(1)}Words = ${typeOf(texts, name, '')};\n`;
});
const types = `// Written by \`npm run print:schema\`, from locales/en.
import type { raw } from 'hono/html';
import type { HtmlMessage, Message, Value } from '../src/core/catalogues.ts';

type Html = ReturnType<typeof raw>;

${catalogues.join('\n')}`;

const file = new URL('words.ts', locales);
if (!process.argv.includes('--check')) writeFileSync(file, types);
else if (readFileSync(file, 'utf8') !== types)
  faults.push('words.ts is not current: run "npm run print:schema" and commit it.');
for (const fault of faults) console.error(`locales/${fault}`);
if (faults.length > 0) process.exitCode = 1;

function inEachLanguage<Each>(of: (language: Language) => Each): Record<Language, Each> {
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as Record<Language, Each>;
}

function typeOf(texts: Translated, path: string, indent: string): string {
  const { en } = texts;
  for (const language of languages) {
    if (typeof texts[language] !== typeof en) faults.push(`${language}: ${path} is missing, or English lacks it.`);
  }
  if (typeof en === 'string') return typeOfText(texts, path);
  if (en === undefined) return 'never';
  const keys = new Set(languages.flatMap((language) => Object.keys(texts[language] ?? {})));
  const fields = [...keys]
    .filter((key) => !key.startsWith('@'))
    .map((key) => {
      if (!named.has(key) && !/^\d+$/.test(key)) faults.push(`en: ${path}.${key} is named by no code: remove it.`);
      const inner = inEachLanguage((language) => {
        const part = texts[language];
        return typeof part === 'object' ? part[key] : undefined;
      });
      const comment = en[`@${key}`];
      const doc = typeof comment === 'string' ? `${indent}  /** ${comment} */\n` : '';
      return `${doc}${indent}  readonly ${key}: ${typeOf(inner, `${path}.${key}`, `${indent}  `)};\n`;
    });
  return `{\n${fields.join('')}${indent}}`;
}

function typeOfText(texts: Translated, path: string): string {
  const used = inEachLanguage((language) => argumentsOf(texts[language], `${language}: ${path}`));
  const names = new Set(languages.flatMap((language) => [...used[language].keys()]));
  const values = [...names].map((name) => {
    for (const language of languages) {
      if (!used[language].has(name)) faults.push(`${language}: ${path} lacks {${name}}, which another language has.`);
    }
    const uses = new Set(languages.flatMap((language) => used[language].get(name) ?? []));
    const type = ['number', 'boolean', 'Value'].find((use) => uses.has(use)) ?? [...uses].join(' | ');
    return `readonly ${name}: ${type}`;
  });
  const hasElements = Object.values(texts).some((text) => typeof text === 'string' && text.includes('<'));
  if (values.length === 0) return hasElements ? 'Html' : 'string';
  return `${hasElements ? 'HtmlMessage' : 'Message'}<{ ${values.join('; ')} }>`;
}

/** Returns the arguments of a message, each with the types that its uses ask for. */
function argumentsOf(text: string | Texts | undefined, path: string): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const add = (name: string, uses: readonly string[]) => found.set(name, [...(found.get(name) ?? []), ...uses]);
  const visit = (message: readonly MessageFormatElement[]): void => {
    for (const element of message) {
      if (isArgumentElement(element)) add(element.value, ['Value']);
      else if (isPluralElement(element) || isSelectElement(element)) {
        const keys = Object.keys(element.options);
        const choices = keys.includes('true') ? ['boolean'] : keys.map((key) => `'${key}'`);
        add(element.value, isPluralElement(element) ? ['number'] : choices);
        for (const option of Object.values(element.options)) visit(option.value);
      } else if (!isLiteralElement(element)) {
        faults.push(`${path} formats a value itself: write {name}, which the code fills with a formatted text.`);
      }
    }
  };
  try {
    if (typeof text === 'string') visit(parse(text, { ignoreTag: true }));
  } catch (error) {
    faults.push(`${path} is no ICU message: ${String(error)}`);
  }
  return found;
}
