/** A rule of the service, and a way to break it that a test has to notice. */
export interface Mutant {
  readonly rule: string;
  /** In `src/`. */
  readonly file: string;
  /** The test files of which one notices, in `test/`, without `.test.ts`. */
  readonly noticedBy: readonly string[];
  /**
   * Returns the file's source with the rule broken: one source for each place where the rule stands.
   *
   * @throws Error if the source does not contain the rule
   */
  readonly breaks: (source: string) => string[];
}

/**
 * Breaks the rule that a function of the file decides: the function returns something else. The rest of the file may change freely.
 *
 * @param expression what it returns; `args` are its arguments
 */
export function answers(name: string, expression: string): Mutant['breaks'] {
  return (source) => {
    const declaration = new RegExp(`^(export )?(?:(async )?function ${name}\\b|const ${name} = (?=\\(.*=>$))`, 'gm');
    const [found, ...others] = source.matchAll(declaration);
    if (found === undefined || others.length > 0) throw new Error(`${others.length} functions are called ${name}`);
    const [whole, exported = '', async = ''] = found;
    const unbroken = whole.replace(exported, '').replace(name, `${name}Unbroken`);
    const broken = `${exported}${async}function ${name}(...args: any[]): any {\n  return ${expression};\n}\n`;
    return [`${source.replace(whole, () => unbroken)}\n${broken}`];
  };
}

/** Breaks a rule that is part of a statement or an expression. `from` stands once in the file. */
export function replaces(from: string, to: string): Mutant['breaks'] {
  return (source) => {
    const count = source.split(from).length - 1;
    if (count !== 1) throw new Error(`${JSON.stringify(from)} is found ${count} times`);
    return [source.replace(from, () => to)];
  };
}

/** Breaks the rule that a statement reads or writes the rows of its seller alone: in each statement of the file, one at a time. */
export function servesAnySeller(source: string): string[] {
  const conditions = [...source.matchAll(/(?:\w+\.)?seller_id = \$1\b/g)];
  if (conditions.length === 0) throw new Error('No statement names its seller as $1');
  return conditions.map(
    ({ index, 0: { length } }) => `${source.slice(0, index)}$1::uuid is not null${source.slice(index + length)}`,
  );
}
