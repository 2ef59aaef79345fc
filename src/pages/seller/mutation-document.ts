import { getNamedType, isInputObjectType } from 'graphql';
import { sellersSchema } from '../../api/graphql/schema-parts.ts';

/**
 * Writes the document of a mutation of the schema, which has one variable, and asks for its errors.
 *
 * @param selects the selection besides
 */
export function mutationDocument(mutation: string, selects = '') {
  const { args } = sellersSchema.getMutationType()!.getFields()[mutation]!;
  const input = args.find(({ name }) => name === 'input');
  const inputType = input && getNamedType(input.type);
  const names = isInputObjectType(inputType) ? Object.keys(inputType.getFields()) : [];
  const [declared, given] = input === undefined ? ['', ''] : [`($input: ${String(input.type)})`, '(input: $input)'];
  return {
    document: `
mutation ${mutation[0]!.toUpperCase()}${mutation.slice(1)}${declared} {
  ${mutation}${given} {${selects === '' ? '' : `\n    ${selects}`}
    errors { code fault message path }
  }
}`,
    /** Returns the variables of the document: of these values, those that the input has. */
    variables(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
      if (input === undefined) return {};
      return { input: Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) };
    },
  };
}
