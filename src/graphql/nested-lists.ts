import {
  type ASTVisitor,
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { Refusal } from '../core/refusal.ts';

/**
 * A validation rule: no list stands inside a list of the same. An auction has bids, and a bid its auction, which has bids
 * again: each turn would multiply the answer, and depth and cost, which count what is written, would not notice. So an
 * answer has at most the auctions of a page, each with its bids, and each of those may still name its auction.
 *
 * @throws Refusal `invalid_request`
 */
export function nestedLists(context: ValidationContext): ASTVisitor {
  const seen = new Set<string>();

  function check(selections: SelectionSetNode, parent: GraphQLObjectType, around: readonly string[]): void {
    for (const selection of selections.selections) {
      if (selection.kind === Kind.FIELD) {
        const field = parent.getFields()[selection.name.value];
        const type = field === undefined ? null : getNamedType(field.type);
        // What is written wrong is told by the rules of GraphQL itself.
        if (field === undefined || !isObjectType(type) || selection.selectionSet === undefined) continue;
        const item = itemOf(field.type);
        if (item !== null && around.includes(item)) refuse(item);
        check(selection.selectionSet, type, item === null ? around : [...around, item]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        check(selection.selectionSet, parent, around);
      } else {
        // Once for each place that it can stand in: fragments that spread one another twice would double with each.
        const place = [selection.name.value, ...around].join(' ');
        const fragment = seen.has(place) ? null : context.getFragment(selection.name.value);
        seen.add(place);
        if (fragment != null) check(fragment.selectionSet, parent, around);
      }
    }
  }

  return {
    OperationDefinition({ operation, selectionSet }) {
      const root = context.getSchema().getRootType(operation);
      if (root != null) check(selectionSet, root, []);
    },
  };
}

/** What a list has, by the name of its type, or a connection, whose edges lead to it; `null` for what is no list. */
function itemOf(type: GraphQLOutputType): string | null {
  if (!isListType(getNullableType(type))) return null;
  const item = getNamedType(type);
  const node = isObjectType(item) ? item.getFields()['node'] : undefined;
  return node === undefined ? item.name : getNamedType(node.type).name;
}

function refuse(item: string): never {
  throw new Refusal('invalid_request', {
    detail: `The operation asks for a list of ${item} inside a list of ${item}: ask for the inner one by itself.`,
  });
}
