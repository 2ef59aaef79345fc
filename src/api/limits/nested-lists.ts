import {
  type ASTVisitor,
  getNamedType,
  getNullableType,
  type GraphQLOutputType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { Refusal } from '../../core/refusal.ts';
import { type Fielded, isFielded, typeOfFragment } from '../plans/fragments-of.ts';

/**
 * Refuses a list inside a list of the same type, as a validation rule. An auction has bids, a bid has its auction,
 * and that auction has bids again: each level would multiply the answer, and the limits on depth and cost, which
 * count the written fields, would not notice. So an answer has at most the auctions of a page, each with its bids,
 * and each bid may still name its auction.
 *
 * @throws Refusal `invalid_request`
 */
export function nestedLists(context: ValidationContext): ASTVisitor {
  const seen = new Set<string>();

  function check(selections: SelectionSetNode, parent: Fielded, outer: readonly string[]): void {
    for (const selection of selections.selections) {
      if (selection.kind === Kind.FIELD) {
        const field = parent.getFields()[selection.name.value];
        const type = field === undefined ? null : getNamedType(field.type);
        // GraphQL's own rules refuse invalid documents.
        if (field === undefined || !isFielded(type) || selection.selectionSet === undefined) continue;
        const item = itemOf(field.type);
        if (item !== null && outer.includes(item)) refuse(item);
        check(selection.selectionSet, type, item === null ? outer : [...outer, item]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        check(selection.selectionSet, typeOfFragment(context.getSchema(), selection, parent), outer);
      } else {
        // Each fragment is visited once per context: fragments that spread one another twice would double the work
        // each time.
        const place = [selection.name.value, ...outer].join(' ');
        const fragment = seen.has(place) ? null : context.getFragment(selection.name.value);
        seen.add(place);
        if (fragment != null) {
          check(fragment.selectionSet, typeOfFragment(context.getSchema(), fragment, parent), outer);
        }
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

/** Returns the item type of a list or a connection; `null` for other types. */
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
