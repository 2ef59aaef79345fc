import type { Rule } from './rule.ts';

const unseeded =
  'A failure must be repeatable: vary the input by a counter, or by fast-check, whose seed a failure prints.';

/** Keeps what nobody can play again out of the tests. */
export const seededInput: Rule = {
  create(context) {
    return {
      MemberExpression(node) {
        const { object, property } = node;
        if (object.type !== 'Identifier' || object.name !== 'Math') return;
        if (property.type === 'Identifier' && property.name === 'random') context.report({ node, message: unseeded });
      },
    };
  },
};
