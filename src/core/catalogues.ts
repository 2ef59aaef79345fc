import { readFileSync } from 'node:fs';
import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { html, raw } from 'hono/html';
import { type Language, languages } from './languages.ts';

type Html = ReturnType<typeof html>;
export type Value = string | number | Html;

/** A text with arguments. It is HTML if one of the values is, and a string otherwise. */
export type Message<Values> = <Given extends Values>(
  values: Given,
) => Extract<Given[keyof Given], { readonly isEscaped: true } | Promise<unknown>> extends never ? string : Html;

/** A text with arguments and elements, such as `<b>`. */
export type HtmlMessage<Values> = (values: Values) => Html;

interface Texts {
  readonly [key: string]: string | Texts;
}

/**
 * Reads the texts of `locales/<language>/<name>.json` in every language. They are ICU messages. Their types are in `locales/words.ts`.
 * A key that begins with `@` has a comment for translators.
 */
export function readCatalogue<Words>(name: string): Record<Language, Words> {
  const read = (language: Language) => {
    const file = new URL(`../../locales/${language}/${name}.json`, import.meta.url);
    return [language, wordsOf(JSON.parse(readFileSync(file, 'utf8')) as Texts, language)];
  };
  return Object.fromEntries(languages.map(read)) as Record<Language, Words>;
}

function wordsOf(texts: Texts, language: Language): object {
  const said = Object.entries(texts).filter(([key]) => !key.startsWith('@'));
  return Object.fromEntries(
    said.map(([key, text]) => [key, typeof text === 'string' ? textOf(text, language) : wordsOf(text, language)]),
  );
}

function textOf(text: string, language: Language) {
  const hasElements = text.includes('<');
  if (!text.includes('{')) return hasElements ? raw(text) : text;
  // Parsed at the first use: a page needs few of all messages.
  let message: readonly MessageFormatElement[] | undefined;
  return (values: Record<string, Value>): string | Html => {
    message ??= parse(text, { ignoreTag: true });
    const filled: Filled = { texts: [''], values: [] };
    fill(message, values, rules[language], filled);
    // As in a template: the text is HTML, and a string among the values is escaped.
    if (hasElements || filled.values.some((value) => typeof value === 'object')) {
      return html(filled.texts as unknown as TemplateStringsArray, ...filled.values);
    }
    return String.raw({ raw: filled.texts }, ...filled.values);
  };
}

/** The texts around the values, as in a template: one more than values. */
interface Filled {
  readonly texts: string[];
  readonly values: Value[];
}

const rules = Object.fromEntries(languages.map((language) => [language, new Intl.PluralRules(language)])) as Record<
  Language,
  Intl.PluralRules
>;

function fill(
  message: readonly MessageFormatElement[],
  values: Record<string, Value>,
  plural: Intl.PluralRules,
  into: Filled,
): void {
  for (const element of message) {
    if (isLiteralElement(element)) {
      into.texts[into.texts.length - 1] += element.value;
    } else if (isArgumentElement(element)) {
      into.values.push(values[element.value]!);
      into.texts.push('');
    } else if (isPluralElement(element) || isSelectElement(element)) {
      const value = values[element.value]!;
      const chosen = isPluralElement(element) ? plural.select(Number(value)) : (value as string);
      fill((element.options[chosen] ?? element.options['other']!).value, values, plural, into);
    }
  }
}
