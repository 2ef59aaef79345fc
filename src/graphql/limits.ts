import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import type { Plugin } from 'graphql-yoga';
import { Refusal } from '../core/refusal.ts';
import { costLimit } from './cost-limit.ts';
import { nestedLists } from './nested-lists.ts';

/** What one request may ask for: well above what a front end asks for, well below what would hurt. */
export const limits = {
  /** Bytes of a request's body. */
  bodyBytes: 64 * 1024,
  /** Names, brackets and values of a document: GraphiQL's introspection has 284. */
  tokens: 2_000,
  /**
   * Levels: a page of auctions with a page of bids each has 7, and a field's type written out through `__type`, as tools do,
   * has 8. A spread fragment counts as a level.
   */
  depth: 10,
  /** Renamed fields: thirty auctions by their ids in one request, but not a flood of mutations. */
  aliases: 30,
  /**
   * A scalar is 1, an object 2 and half as much again as what it holds: 17 lists of auctions with the fields of `/v1` and
   * bids, or 3 pages of auctions with everything, a page of bids included.
   */
  cost: 1_000,
} as const;

/** Refuse what is too large before any of it runs. Introspection has bounds of its own in graphql-js. */
export const limitPlugins: Plugin[] = [
  maxTokensPlugin({ n: limits.tokens, ...refusing(`The document is too long: at most ${limits.tokens} tokens.`) }),
  maxDepthPlugin({
    n: limits.depth,
    ignoreIntrospection: true,
    ...refusing(`The operation is nested too deeply: at most ${limits.depth} levels.`),
  }),
  maxAliasesPlugin({
    n: limits.aliases,
    ...refusing(`The operation has too many aliases: at most ${limits.aliases}.`),
  }),
  {
    onValidate({ addValidationRule }) {
      addValidationRule(nestedLists);
      addValidationRule(
        costLimit({
          maxCost: limits.cost,
          ignoreIntrospection: true,
          ...refusing('The operation asks for too much at once: ask for fewer fields, or in several requests.'),
        }),
      );
    },
  },
];

/** The plugins' own words begin with "Syntax Error", which sends the reader looking for a missing bracket. */
function refusing(detail: string) {
  return {
    onReject: [
      () => {
        throw new Refusal('invalid_request', { detail });
      },
    ],
  };
}
