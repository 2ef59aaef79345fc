import { pathInSource, type Rule } from './rule.ts';

/** The statements that a module may hold at its top: everything else happens to whoever imports it. */
const declares = /^(Import|Export|.*Declaration$)/;

/** A module of a room declares and does nothing: only the programs, right under `src/`, and the commands in `src/operations/commands/` act. */
export const onlyEntriesAct: Rule = {
  create(context) {
    const path = pathInSource(context);
    const isCommand = path?.startsWith('operations/commands/') === true;
    const isEntry = path !== null && !path.includes('/');
    if (path === null || isEntry || isCommand) return {};
    let functions = 0;
    const enter = () => void functions++;
    const leave = () => void functions--;
    return {
      Program(program) {
        for (const node of program.body) {
          if (declares.test(node.type) || ('directive' in node && node.directive !== null)) continue;
          context.report({
            node,
            message: 'Only the programs and the commands act on import: put this into a function.',
          });
        }
      },
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      AwaitExpression(node) {
        if (functions > 0) return;
        context.report({
          node,
          message: 'Only the programs and the commands wait on import: put this into a function.',
        });
      },
    };
  },
};
