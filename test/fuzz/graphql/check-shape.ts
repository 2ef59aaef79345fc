import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

const isScalar: Record<string, (value: unknown) => boolean> = {
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value) && Math.abs(value as number) <= 2 ** 31,
  Float: (value) => Number.isFinite(value),
  UUID: (value) => typeof value === 'string' && uuid.test(value),
  DateTime: (value) => typeof value === 'string' && date.test(value) && !Number.isNaN(Date.parse(value)),
  UnixTimestamp: (value) => Number.isSafeInteger(value),
  Cents: (value) => Number.isSafeInteger(value),
};

/** Where the data of an answer is not what a valid document asks for, by the schema; empty where it is. */
export function shapeFaults(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  data: unknown,
): string[] {
  const operation = getOperationAST(document)!;
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const faults: string[] = [];
  checkObject(data, schema.getRootType(operation.operation)!, [operation.selectionSet], 'data');
  return faults;

  function checkObject(value: unknown, type: GraphQLObjectType, sets: readonly SelectionSetNode[], at: string): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      faults.push(`${at} is no ${type.name}`);
      return;
    }
    const wanted = new Map<string, FieldNode[]>();
    for (const set of sets) collect(set, wanted);
    const keys = Object.keys(value);
    if (keys.join() !== [...wanted.keys()].join())
      faults.push(`${at} has ${keys.join()}, wanted ${[...wanted.keys()].join()}`);
    for (const [key, nodes] of wanted) {
      const field = type.getFields()[nodes[0]!.name.value];
      const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      const child = (value as Record<string, unknown>)[key];
      // What begins with "__" is GraphQL's own.
      if (field !== undefined) checkValue(child, field.type, inner, `${at}.${key}`);
      else if (nodes[0]!.name.value === '__typename' && child !== type.name)
        faults.push(`${at}.${key} is ${String(child)}`);
    }
  }

  function checkValue(value: unknown, type: GraphQLOutputType, sets: readonly SelectionSetNode[], at: string): void {
    if (isNonNullType(type)) {
      if (value == null) faults.push(`${at} is ${String(value)}`);
      else checkValue(value, type.ofType, sets, at);
    } else if (value === null) {
      return;
    } else if (isListType(type)) {
      if (!Array.isArray(value)) faults.push(`${at} is no list`);
      else value.forEach((item, index) => checkValue(item, type.ofType, sets, `${at}[${index}]`));
    } else if (isObjectType(type)) {
      checkObject(value, type, sets, at);
    } else if (!(isEnumType(type) ? type.getValue(value as string) !== undefined : isScalar[type.name]?.(value))) {
      faults.push(`${at} is ${JSON.stringify(value)}, no ${type.name}`);
    }
  }

  /** The fields of a selection in the order of the document, as "CollectFields" of the specification has them. */
  function collect(set: SelectionSetNode, into: Map<string, FieldNode[]>): void {
    for (const selection of set.selections) {
      const isLeftOut = (selection.directives ?? []).some(({ name, arguments: [condition] = [] }) => {
        const value = condition!.value;
        const isTrue =
          value.kind === Kind.VARIABLE ? variables[value.name.value] : value.kind === Kind.BOOLEAN && value.value;
        return isTrue === (name.value === 'skip');
      });
      if (isLeftOut) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        into.set(key, [...(into.get(key) ?? []), selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet, into);
      } else {
        collect(fragments.get(selection.name.value)!.selectionSet, into);
      }
    }
  }
}
