import type { Rule } from './rule.ts';
import { faultsOfText } from './plain-sentences.ts';

type Call = Parameters<NonNullable<ReturnType<NonNullable<Rule['create']>>['CallExpression']>>[0];

/** The name of a test is a statement that nobody has to read twice. */
export const plainTestNames: Rule = {
  create(context) {
    if (!context.filename.endsWith('.test.ts')) return {};
    return {
      CallExpression(node) {
        if (!/^(?:test|describe)(?:$|In|With)/.test(calledName(node.callee))) return;
        const name = node.arguments.map(textOf).find((text) => text.includes(' '));
        if (name === undefined) return;
        for (const message of faultsOfText(name)) context.report({ node, message: `The name ${message}` });
      },
    };
  },
};

/** Returns `test` of `test(…)`, `test.each(…)(…)` and `test.runIf(…)(…)`. */
function calledName(callee: Call['callee']): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return calledName(callee.object);
  return callee.type === 'CallExpression' ? calledName(callee.callee) : '';
}

function textOf(argument: Call['arguments'][number]): string {
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : '';
  if (argument.type === 'TemplateLiteral') return argument.quasis.map(({ value }) => value.raw).join('`code`');
  return '';
}
