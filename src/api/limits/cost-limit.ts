import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { TypeInfo, ValidationContext, type ValidationRule, visit } from 'graphql';

/**
 * Returns a validation rule that limits the cost of an operation. The package's own rule multiplies by a literal
 * `first`, but not by a variable. Here every page costs the same, so the library never sees the arguments.
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
