import { isDeepStrictEqual } from 'node:util';
import { expect as expectOfVitest } from 'vitest';

/** Whether something holds. Whatever holds here holds for vitest, too. */
const quick = {
  toBe: Object.is,
  toEqual: isDeepStrictEqual,
  toContain: (actual: any, expected: unknown): boolean => actual.includes(expected),
  toContainEqual: (actual: any, expected: unknown): boolean =>
    actual.some((one: unknown) => isDeepStrictEqual(one, expected)),
  toBeGreaterThan: (actual: any, limit: number): boolean => actual > limit,
  toBeGreaterThanOrEqual: (actual: any, limit: number): boolean => actual >= limit,
  toBeLessThan: (actual: any, limit: number): boolean => actual < limit,
  toBeLessThanOrEqual: (actual: any, limit: number): boolean => actual <= limit,
};

type Matcher = keyof typeof quick;
type Matchers = { readonly [Name in Matcher]: (expected: Parameters<(typeof quick)[Name]>[1]) => void };

class Expectation {
  readonly #actual: unknown;
  readonly #what: string;
  readonly #isNegated: boolean;

  constructor(actual: unknown, what: string, isNegated = false) {
    this.#actual = actual;
    this.#what = what;
    this.#isNegated = isNegated;
  }

  get not(): Expectation {
    return new Expectation(this.#actual, this.#what, true);
  }

  decide(matcher: Matcher, expected: never): void {
    if (quick[matcher](this.#actual, expected) !== this.#isNegated) return;
    // oxlint-disable-next-line vitest/no-standalone-expect, vitest/valid-expect -- A test calls this, and the matcher follows.
    const asked = expectOfVitest(this.#actual, this.#what);
    (this.#isNegated ? asked.not : asked)[matcher](expected);
  }
}

for (const matcher of Object.keys(quick) as Matcher[])
  Object.defineProperty(Expectation.prototype, matcher, {
    value(this: Expectation, expected: never) {
      this.decide(matcher, expected);
    },
  });

/**
 * Expects what vitest expects. The invariants expect some hundred things after each step, and vitest takes 20 µs for each. So this
 * function asks vitest only about what does not hold, and vitest explains the failure.
 */
export function expect(actual: unknown, what: string): Matchers & { not: Pick<Matchers, 'toBe' | 'toContain'> } {
  return new Expectation(actual, what) as unknown as ReturnType<typeof expect>;
}
