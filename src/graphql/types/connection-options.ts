import { pageSizeLimit } from '../../core/page-input.ts';

/** The options that every connection shares, after Relay's "GraphQL Cursor Connections Specification". */
export const connectionOptions = {
  cursorType: 'String',
  clientMutationId: 'omit',
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
