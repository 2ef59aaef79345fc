import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { Refusal } from '../../core/refusal.ts';
import { fragmentsOf } from '#one-statement/plan-operation.ts';

/** A type with fields. */
type Fielded = GraphQLObjectType | GraphQLInterfaceType;

export function isFielded(type: unknown): type is Fielded {
  return isObjectType(type) || isInterfaceType(type);
}

/** Selections of a type, `null` if the document is invalid there; and what is known of the fields around them. */
export interface Selections<Around> {
  readonly set: SelectionSetNode;
  readonly type: Fielded | null;
  readonly around: Around;
}

/** A selected field, with the type that it is a field of. */
export type Selected<Around> = Omit<Selections<Around>, 'set'> & { readonly node: FieldNode };

type Limits = Readonly<Record<'aliases' | 'sameNames' | 'fields' | 'depth' | 'introspections', number>>;

/**
 * Limits the fields of a document before it is validated: GraphQL's rule about fields that can be merged compares each
 * two fields of the same name in the answer, so its time grows with the square of their number.
 *
 * A list inside a list of the same type is refused, too. An auction has bids, a bid has its auction, and that auction has
 * bids again: each level would multiply the answer, and the limits on depth and cost, which count the written fields,
 * would not notice. So an answer has at most the auctions of a page, each with its bids, and each bid may still name its
 * auction.
 *
 * @returns `cost`: the highest of an operation; `fields`: their number, those of a fragment once for each place that spreads it
 * @throws Refusal `invalid_request`
 */
export function limitSelections(schema: GraphQLSchema, document: DocumentNode, limits: Limits) {
  const fragments = fragmentsOf(document);
  const reached = new Set<string>();
  const fragmentOf = (name: string) => {
    reached.add(name);
    return fragments[name];
  };
  let fields = 0;
  let aliases = 0;
  let introspections = 0;
  const nested = new Set<string>();

  /** Returns the selections of a field, which know the items of the lists around them; none for a scalar. */
  function inner({ node, type, around }: Selected<readonly string[]>): Selections<readonly string[]>[] {
    if (node.selectionSet === undefined) return [];
    const field = type?.getFields()[node.name.value];
    if (field === undefined) return [{ set: node.selectionSet, type: null, around }];
    const fieldType = getNamedType(field.type);
    const item = itemOf(field.type);
    if (item !== null && around.includes(item)) nested.add(item);
    const lists = item === null ? around : [...around, item];
    return [{ set: node.selectionSet, type: isFielded(fieldType) ? fieldType : null, around: lists }];
  }

  /** Visits the selections that make one object of the answer, and returns its cost. They know the items of the lists around them. */
  function visit(selections: readonly Selections<readonly string[]>[], depth: number): number {
    // Fragments in a circle have levels without end.
    if (depth > limits.depth && selections.length > 0) {
      refuse(`The operation is nested too deeply: at most ${limits.depth} levels.`);
    }
    let cost = 0;
    for (const [name, selected] of collectFields(schema, fragmentOf, selections)) {
      if (selected.length > limits.sameNames) {
        refuse(`The document asks for ${name} too often in one place: at most ${limits.sameNames} times.`);
      }
      fields += selected.length;
      if (fields > limits.fields) refuse(`The document asks for too many fields: at most ${limits.fields}.`);
      for (const { node } of selected) {
        if (node.alias !== undefined && node.name.value !== '__typename') aliases += 1;
        // Each answer takes milliseconds and kilobytes, and the limit of the cost does not count the fields below.
        if (node.name.value === '__schema' || node.name.value === '__type') introspections += 1;
      }
      if (aliases > limits.aliases) refuse(`The operation has too many aliases: at most ${limits.aliases}.`);
      if (introspections > limits.introspections) {
        refuse(`The document asks for the schema too often: at most ${limits.introspections} times.`);
      }
      const inside = selected.flatMap(inner);
      // graphql-js itself limits the depth of introspection.
      const isSchema = selected[0]!.node.name.value === '__schema';
      const ofInside = visit(inside, isSchema ? -Infinity : depth + 1);
      if (!isSchema) cost += inside.length === 0 ? 1 : 2 + 1.5 * ofInside;
    }
    return cost;
  }

  let most = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { operation, selectionSet: set } = definition;
    const type = schema.getRootType(operation);
    if (type == null) refuse(`There is no ${operation} here.`);
    aliases = 0;
    most = Math.max(most, visit([{ set, type, around: [] }], 1));
    // GraphQL (September 2025, "Single Root Field") refuses what might leave nothing of a subscription. graphql-js fails at it.
    if (operation === OperationTypeNode.SUBSCRIPTION)
      collectFields(schema, fragmentOf, [{ set, type, around: [] }], always);
  }
  // A fragment that no operation spreads is validated, too.
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION || reached.has(definition.name.value)) continue;
    visit([{ set: definition.selectionSet, type: typeOfFragment(schema, definition, null), around: [] }], 1);
  }
  const [item] = nested;
  if (item !== undefined) {
    refuse(`The operation asks for a list of ${item} inside a list of ${item}: ask for the inner one by itself.`);
  }
  return { cost: most, fields };
}

/** Refuses `@skip` and `@include`. */
function always({ directives = [] }: SelectionNode): boolean {
  const given = directives.find(({ name }) => ['skip', 'include'].includes(name.value));
  if (given === undefined) return false;
  refuse(`A subscription follows one field, always: "@${given.name.value}" is for the fields inside.`);
}

/** Returns the item type of a list or a connection; `null` for other types. */
function itemOf(type: GraphQLOutputType): string | null {
  if (!isListType(getNullableType(type))) return null;
  const item = getNamedType(type);
  const node = isObjectType(item) ? item.getFields()['node'] : undefined;
  return node === undefined ? item.name : getNamedType(node.type).name;
}

/**
 * Collects the fields of selections by their name in the answer, as the executor does. Each fragment counts once: fragments
 * that spread one another twice would double the work each time.
 */
export function collectFields<Around>(
  schema: GraphQLSchema,
  fragmentOf: (name: string) => FragmentDefinitionNode | undefined,
  selections: readonly Selections<Around>[],
  isLeftOut: (selection: SelectionNode) => boolean = () => false,
): Map<string, Selected<Around>[]> {
  const collected = new Map<string, Selected<Around>[]>();
  const spread = new Set<string>();
  const pending = [...selections];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { set, type, around } = next;
    for (const selection of set.selections) {
      if (isLeftOut(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const selected = collected.get(name);
        if (selected === undefined) collected.set(name, [{ node: selection, type, around }]);
        else selected.push({ node: selection, type, around });
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        pending.push({ set: selection.selectionSet, type: typeOfFragment(schema, selection, type), around });
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragmentOf(selection.name.value);
        if (fragment === undefined) continue;
        pending.push({ set: fragment.selectionSet, type: typeOfFragment(schema, fragment, type), around });
      }
    }
  }
  return collected;
}

/** Returns the type that a fragment selects of, in a selection of `parent`. */
function typeOfFragment(
  schema: GraphQLSchema,
  { typeCondition }: FragmentDefinitionNode | InlineFragmentNode,
  parent: Fielded | null,
): Fielded | null {
  const type = typeCondition === undefined ? undefined : schema.getType(typeCondition.name.value);
  // An object is also of each of its interfaces, whose fields are fewer.
  return isObjectType(type) ? type : parent;
}

/** @throws Refusal `invalid_request` */
export function refuse(detail: string): never {
  throw new Refusal('invalid_request', { detail });
}
