import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  Kind,
} from 'graphql';

/** Returns the fragments of a document, by name. */
export function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** A type with fields. */
export type Fielded = GraphQLObjectType | GraphQLInterfaceType;

export function isFielded(type: unknown): type is Fielded {
  return isObjectType(type) || isInterfaceType(type);
}

/** Returns the type that a fragment selects of, in a selection of `parent`. */
export function typeOfFragment(
  schema: GraphQLSchema,
  { typeCondition }: FragmentDefinitionNode | InlineFragmentNode,
  parent: Fielded | null,
): Fielded | null {
  const type = typeCondition === undefined ? undefined : schema.getType(typeCondition.name.value);
  // An object is also of each of its interfaces, whose fields are fewer.
  return isObjectType(type) ? type : parent;
}
