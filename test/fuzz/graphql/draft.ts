import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Dice } from './dice.ts';
import { type Known, literalOf, oddValue, soundValue } from './values.ts';

/** A request to be sent. */
export interface Draft {
  text: string;
  variables: unknown;
  readonly operation: 'query' | 'mutation' | 'subscription';
}

/** @param oddness how many of a hundred values are odd ones */
export function draftRequest(
  dice: Dice,
  schema: GraphQLSchema,
  known: Known,
  operation: Draft['operation'],
  oddness: number,
): Draft {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const fragments: string[] = [];
  let names = 0;
  const name = (prefix: string) => `${prefix}${(names += 1)}`;

  function variable(type: string, value: unknown): string {
    const variableName = name('v');
    declared.push(`$${variableName}: ${type}`);
    variables[variableName] = value;
    return `$${variableName}`;
  }

  function argument({ name: argumentName, type }: GraphQLArgument): string {
    const value = dice.chance(oddness) ? oddValue(dice) : soundValue(dice, type, argumentName, known);
    return `${argumentName}: ${dice.chance(50) ? variable(String(type), value) : literalOf(value, type)}`;
  }

  function directive(): string {
    if (!dice.chance(8)) return '';
    const isTrue = dice.chance(50);
    return ` @${dice.pick(['include', 'skip'])}(if: ${dice.chance(50) ? variable('Boolean!', isTrue) : isTrue})`;
  }

  function selectionOf(type: GraphQLObjectType, levels: number): string {
    const fields = Object.values(type.getFields()).filter(
      (field) => levels > 0 || !isCompositeType(getNamedType(field.type)),
    );
    const chosen = fields.filter(() => dice.chance(30)).slice(0, 8);
    const parts = chosen.map((field) => fieldOf(type, field, levels - 1));
    return `{ ${parts.length === 0 || dice.chance(10) ? [...parts, '__typename'].join(' ') : parts.join(' ')} }`;
  }

  function selectionOfOne(type: GraphQLInterfaceType, levels: number): string {
    const one = dice.pick(schema.getPossibleTypes(type));
    return `{ ... on ${one.name} ${selectionOf(one, levels)} }`;
  }

  function fieldOf(parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>, levels: number): string {
    const given = field.args.filter((each) => isRequiredArgument(each) || dice.chance(35)).map(argument);
    const type = getNamedType(field.type);
    const alias = dice.chance(10) ? `${name('a')}: ` : '';
    const text = `${alias}${field.name}${given.length === 0 ? '' : `(${given.join(', ')})`}${directive()}${
      isObjectType(type)
        ? ` ${selectionOf(type, levels)}`
        : isInterfaceType(type)
          ? ` ${selectionOfOne(type, levels)}`
          : ''
    }`;
    if (dice.chance(5)) return `...${directive()} { ${text} }`;
    if (dice.chance(5)) return `... on ${parent.name} { ${text} }`;
    if (!dice.chance(5)) return text;
    const fragment = name('F');
    fragments.push(`fragment ${fragment} on ${parent.name} { ${text} }`);
    return `...${fragment}`;
  }

  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[operation]!;
  const fields = Object.values(root.getFields());
  // The same root field twice would have to be asked for with the same arguments.
  const count = operation === 'query' ? 1 + dice.below(3) : 1;
  const chosen = new Set(Array.from({ length: count }, () => dice.pick(fields)));
  const selections = [...chosen].map((field) => fieldOf(root, field, 6));
  const head =
    declared.length === 0 && operation === 'query'
      ? ''
      : `${operation}${declared.length === 0 ? '' : `(${declared.join(', ')})`} `;
  return { text: [`${head}{ ${selections.join(' ')} }`, ...fragments].join(' '), variables, operation };
}

/** Spoils the variables: one of them, or what they are altogether. */
export function spoilVariables(dice: Dice, draft: Draft): void {
  if (dice.chance(25)) {
    draft.variables = dice.pick([null, [], 'x', 1, { unknown: 1 }, JSON.parse('{"__proto__": {"a": 1}}')]);
    return;
  }
  const variables = draft.variables as Record<string, unknown>;
  const name = dice.pick(['unknown', ...Object.keys(variables)]);
  if (dice.chance(30)) delete variables[name];
  else variables[name] = oddValue(dice);
}
