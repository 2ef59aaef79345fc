/** A text in the forms that a language has for numbers. `{n}` stands for the number, where the script fills it in. */
export type PluralForms = { readonly other: string } & { readonly [Rule in Intl.LDMLPluralRule]?: string };

/** @returns chooses the form of a text for a number, with every form that the language has */
export function plurals<Rule extends Intl.LDMLPluralRule>(
  language: string,
): (count: number, forms: Readonly<Record<Rule, string>>) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count) as Rule];
}
