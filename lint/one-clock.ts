import type { Node, Rule } from './rule.ts';

const processClock = "The truth is PostgreSQL's clock: take the instant from the database, not from this process.";
const transactionClock =
  'now() is the start of the transaction: an instant that is judged after a lock comes from clock_timestamp().';

/** Keeps the process's clock, and the start of a transaction, out of what decides. */
export const oneClock: Rule = {
  create(context) {
    const checkSql = (node: Node, text: string) => {
      if (/\b(now\(\)|current_timestamp\b)/i.test(text)) context.report({ node, message: transactionClock });
    };
    return {
      CallExpression(node) {
        const { callee } = node;
        const isDateCall = callee.type === 'Identifier' && callee.name === 'Date';
        const isDateNow =
          callee.type === 'MemberExpression' &&
          callee.object.type === 'Identifier' &&
          callee.object.name === 'Date' &&
          callee.property.type === 'Identifier' &&
          callee.property.name === 'now';
        if (isDateCall || isDateNow) context.report({ node, message: processClock });
      },
      NewExpression(node) {
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'Date' || node.arguments.length > 0) return;
        context.report({ node, message: processClock });
      },
      TemplateElement: (node) => checkSql(node, node.value.raw),
      Literal(node) {
        if (typeof node.value === 'string') checkSql(node, node.value);
      },
    };
  },
};
