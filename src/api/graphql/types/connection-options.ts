import { pageSizeLimit } from '../../../core/page-input.ts';
import { invalidValue } from '../../../core/refusal.ts';

/** The names of the types with an `id`. */
export const identified = new Set<string>();

/** The names of those that `node` reads. */
export const readByNode = new Set<string>();

type GlobalId = NonNullable<ReturnType<typeof partsOfId>>;
type ResolveNode = (id: GlobalId) => unknown;
type ResolveNodes = (ids: GlobalId[]) => Promise<readonly unknown[]>;

function noId(pointer: string): Error {
  return invalidValue(pointer, 'Must be the "id" of an object, as an answer showed it.');
}

/** The plugin reads all ids of a request first: a malformed id is refused, or becomes null, when it is resolved. */
const noParts: GlobalId = { typename: '', id: '' };

/** Splits the `id` of an object into its type and its id there; `null` for any other text. */
export function partsOfId(globalId: string): { typename: string; id: string } | null {
  const [, typename = '', id = ''] = /^(\w+):(.+)$/s.exec(Buffer.from(globalId, 'base64').toString()) ?? [];
  return identified.has(typename) ? { typename, id } : null;
}

/** The options of identities and connections, after Relay's "GraphQL Server Specification". */
export const connectionOptions = {
  cursorType: 'String',
  clientMutationId: 'omit',
  decodeGlobalID: (globalId: string) => partsOfId(globalId) ?? { ...noParts },
  nodeTypeOptions: { description: 'An object that has an identity.' },
  idFieldOptions: {
    description:
      'Identifies the object among all objects of the service: for caches, for `node`, and for every argument that names the object.',
  },
  nodeQueryOptions: {
    description:
      'Reads an object that implements `Node` by its `id`. The answer is null if you may not see the object, or no object has the id.',
    args: { id: { description: 'The `id` of the object.' } },
    access: { public: ['id'] },
    resolve: (_: unknown, { id }: { id: GlobalId }, __: unknown, ___: unknown, resolveNode: ResolveNode) => {
      if (id.typename === noParts.typename) throw noId('/id');
      return (readByNode.has(id.typename) ? resolveNode(id) : null) as never;
    },
  },
  nodesQueryOptions: {
    description:
      'Reads objects by their `id`, in the order of `ids`; null in the place of an id that names no object that you may see.',
    args: { ids: { description: `The \`id\` of each object, at most ${pageSizeLimit}.` } },
    access: { public: ['ids'] },
    resolve: (_: unknown, { ids }: { ids: GlobalId[] }, __: unknown, ___: unknown, resolveNodes: ResolveNodes) => {
      if (ids.length > pageSizeLimit) throw invalidValue('/ids', `Must be at most ${pageSizeLimit}.`);
      // The plugin reads this same list, and leaves null out.
      for (const [index, id] of ids.entries()) if (!readByNode.has(id.typename)) ids[index] = null as never;
      return resolveNodes(ids);
    },
  },
  pageInfoTypeOptions: {
    description: 'The position of a page in its connection: its cursors, and whether more items follow or precede.',
  },
  pageInfoFieldOptions: { description: 'The position of the page.' },
  hasNextPageFieldOptions: { description: 'Is there at least one more item after this page?' },
  hasPreviousPageFieldOptions: { description: 'Is there at least one more item before this page?' },
  startCursorFieldOptions: {
    description: 'The cursor of the first item on the page, for `before`; null if the page is empty.',
  },
  endCursorFieldOptions: {
    description: 'The cursor of the last item on the page, for `after`; null if the page is empty.',
  },
  nodesOnConnection: { description: 'The same items without their cursors.' },
  edgesFieldOptions: { nullable: false, description: 'The items of the page, always in the order of the connection.' },
  nodeFieldOptions: { nullable: false, description: 'The item of this edge.' },
  cursorFieldOptions: { description: 'The position of the item, as an opaque text.' },
  firstArgOptions: {
    description: `The number of items, 1 to ${pageSizeLimit}; ${pageSizeLimit} if neither \`first\` nor \`last\` is given.`,
  },
  afterArgOptions: { description: 'Continue after the item with this cursor.' },
  lastArgOptions: {
    description: `The number of items before \`before\`, or at the end, 1 to ${pageSizeLimit}: pages backwards.`,
  },
  beforeArgOptions: { description: 'Continue backwards before the item with this cursor.' },
} as const;
