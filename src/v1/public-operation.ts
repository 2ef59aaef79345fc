import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';

// Parsed from GraphQL, because a syntax tree written by hand would be hard to read.
const sample = parse('query ($includeBids: Boolean = false) { bids @include(if: $includeBids) }')
  .definitions[0] as OperationDefinitionNode;
const [includeBidsVariable] = sample.variableDefinitions!;
const [bidsOnRequest] = sample.selectionSet.selections as [FieldNode];

/**
 * Converts a document that SOFA generated from the REST view into one of the public schema: without the envelope, and an
 * auction's `bids` are included only if the request wants them; otherwise the key is absent and no bids are read.
 *
 * @returns `envelope`: the name that its result has in the answer, `{ "auction": … }`; `null`: the result is the answer
 * @throws when the result is not valid on the public schema, because SOFA executes without validation
 */
export function publicOperation(
  view: GraphQLSchema,
  publicSchema: GraphQLSchema,
  generated: DocumentNode,
): { document: DocumentNode; envelope: string | null } {
  const types = new TypeInfo(view);
  let mayAskForBids = false;
  let envelope: string | null = null;
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
          const parent = types.getParentType();
          if (parent?.name === 'Auction' && field.name.value === 'bids') {
            return mayAskForBids ? { ...field, directives: bidsOnRequest.directives! } : null;
          }
          const [inner] = field.selectionSet?.selections ?? [];
          const isRoot = parent === view.getQueryType() || parent === view.getMutationType();
          if (!isRoot || inner?.kind !== Kind.FIELD || inner.selectionSet === undefined) return undefined;
          envelope = inner.name.value;
          return { ...field, selectionSet: inner.selectionSet };
        },
      },
    }),
  );
  const [fault] = validate(publicSchema, document);
  if (fault !== undefined) throw new Error(`A generated operation does not fit the public schema: ${fault.message}`);
  return { document, envelope };
}
