import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';

// Written as GraphQL and taken apart, as its syntax tree by hand would hide what it says.
const sample = parse('query ($includeBids: Boolean = false) { bids @include(if: $includeBids) hasNext }')
  .definitions[0] as OperationDefinitionNode;
const [includeBidsVariable] = sample.variableDefinitions!;
const [bidsOnRequest, hasNext] = sample.selectionSet.selections as [FieldNode, FieldNode];

/**
 * A document that SOFA generated from the REST view, as one of the public schema: an auction's `bids` are included
 * only where the request asks for them, so that the key is absent and nothing is read for it otherwise.
 *
 * @param options.tellsNext whether a list tells whether more follows, for the Link header
 * @throws when the result is not valid on the public schema, because SOFA executes without validation
 */
export function publicDocument(
  view: GraphQLSchema,
  publicSchema: GraphQLSchema,
  generated: DocumentNode,
  { tellsNext }: { tellsNext: boolean },
): DocumentNode {
  const types = new TypeInfo(view);
  let mayAskForBids = false;
  const document = visit(
    generated,
    visitWithTypeInfo(types, {
      VariableDefinition: ({ variable }) => {
        if (variable.name.value !== 'includeBids') return undefined;
        mayAskForBids = true;
        return includeBidsVariable;
      },
      Argument: ({ name }) => (name.value === 'includeBids' ? null : undefined),
      Field: {
        leave: (field) => {
          if (types.getParentType()?.name === 'Auction' && field.name.value === 'bids') {
            return mayAskForBids ? { ...field, directives: bidsOnRequest.directives! } : null;
          }
          return tellsNext && isList(publicSchema, getNamedType(types.getType())?.name)
            ? withHasNext(field)
            : undefined;
        },
      },
    }),
  );
  const [fault] = validate(publicSchema, document);
  if (fault !== undefined) throw new Error(`A generated operation does not fit the public schema: ${fault.message}`);
  return document;
}

function isList(publicSchema: GraphQLSchema, typeName: string | undefined): boolean {
  const type = typeName === undefined ? undefined : publicSchema.getType(typeName);
  return isObjectType(type) && hasNext.name.value in type.getFields();
}

function withHasNext(field: FieldNode): FieldNode {
  const selectionSet = field.selectionSet!;
  return { ...field, selectionSet: { ...selectionSet, selections: [...selectionSet.selections, hasNext] } };
}
