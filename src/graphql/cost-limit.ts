import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { TypeInfo, ValidationContext, type ValidationRule, visit } from 'graphql';

/**
 * A validation rule: the operation may cost so much. The package's own rule takes a `first` that is written out, and no
 * variable, as a factor; here a page costs the same however it is asked for, so that arguments are not shown to it.
 */
export function costLimit(options: Parameters<typeof costLimitRule>[0]): ValidationRule {
  const rule = costLimitRule(options);
  return (context) => ({
    Document: {
      leave(document) {
        const schema = context.getSchema();
        const withoutArguments = visit(document, { Argument: () => null });
        const report = context.reportError.bind(context);
        visit(withoutArguments, rule(new ValidationContext(schema, withoutArguments, new TypeInfo(schema), report)));
      },
    },
  });
}
