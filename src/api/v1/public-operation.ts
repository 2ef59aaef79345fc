import {
  type ArgumentNode,
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
import { CannotStart } from '../../core/cannot-start.ts';

// Parsed from GraphQL, because a syntax tree written by hand would be hard to read.
const sample = parse('query ($includeBids: Boolean = false) { bids @include(if: $includeBids) }')
  .definitions[0] as OperationDefinitionNode;
const [includeBidsVariable] = sample.variableDefinitions!;
const [bidsOnRequest] = sample.selectionSet.selections as [FieldNode];

/**
 * Converts a document that SOFA generated from the REST view into one of the public schema. The arguments of a change become its input.
 * An auction's `bids` are included only if the request wants them; otherwise the key is absent and no bids are read.
 *
 * @throws CannotStart when the result is not valid on the public schema, because SOFA executes without validation
 */
export function publicOperation(
  view: GraphQLSchema,
  publicSchema: GraphQLSchema,
  generated: DocumentNode,
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
          const parent = types.getParentType();
          if (parent?.name === 'Auction' && field.name.value === 'bids') {
            return mayAskForBids ? { ...field, directives: bidsOnRequest.directives! } : null;
          }
          return parent === view.getMutationType() ? { ...field, arguments: [asInput(field)] } : undefined;
        },
      },
    }),
  );
  const [fault] = validate(publicSchema, document);
  if (fault !== undefined)
    throw new CannotStart(`A generated operation does not fit the public schema: ${fault.message}`);
  return document;
}

function asInput({ arguments: given = [] }: FieldNode): ArgumentNode {
  const fields = given.map(({ name, value }) => ({ kind: Kind.OBJECT_FIELD, name, value }) as const);
  const name = { kind: Kind.NAME, value: 'input' } as const;
  return { kind: Kind.ARGUMENT, name, value: { kind: Kind.OBJECT, fields } };
}
