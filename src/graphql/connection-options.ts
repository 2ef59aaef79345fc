import { pageSizeLimit } from '../core/page-input.ts';

/** The words that every connection shares; what it is follows Relay's "GraphQL Cursor Connections Specification". */
export const connectionOptions = {
  cursorType: 'String',
  clientMutationId: 'omit',
  pageInfoTypeOptions: { description: 'Where a page of a connection lies, and whether there is more on either side.' },
  pageInfoFieldOptions: { description: 'Where the page lies.' },
  hasNextPageFieldOptions: { description: 'Is there at least one more behind this page?' },
  hasPreviousPageFieldOptions: { description: 'Is there at least one more before this page?' },
  startCursorFieldOptions: {
    description: 'Of the first on the page: give it as `before`; null where the page is empty.',
  },
  endCursorFieldOptions: { description: 'Of the last on the page: give it as `after`; null where the page is empty.' },
  edgesFieldOptions: { nullable: false, description: 'The page, in the order of the connection either way.' },
  nodeFieldOptions: { nullable: false, description: 'The one that stands there.' },
  cursorFieldOptions: { description: 'Its place, opaque: keep it as it is.' },
  firstArgOptions: {
    description: `How many to answer with, 1 to ${pageSizeLimit}; ${pageSizeLimit} where neither \`first\` nor \`last\` is given.`,
  },
  afterArgOptions: { description: 'Go on behind the one with this cursor.' },
  lastArgOptions: { description: `How many before \`before\`, or at the end, 1 to ${pageSizeLimit}: pages backwards.` },
  beforeArgOptions: { description: 'Go back from the one with this cursor.' },
} as const;
