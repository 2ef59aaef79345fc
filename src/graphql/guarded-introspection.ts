import { type DocumentNode, GraphQLError, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { Refusal } from '../core/refusal.ts';
import { requireScope } from '../core/viewer.ts';
import { type Context, viewerOf } from './context.ts';

/**
 * Who may ask GraphQL what it offers: anybody, admins, or nobody. Where it is not anybody, a faulty document is not helped
 * along with the names that are there either.
 */
export function guardedIntrospection({ graphiql }: Pick<Config, 'graphiql'>): Plugin<Context> {
  if (graphiql === 'open') return {};
  return {
    onValidate({ context }) {
      if (graphiql === 'admin' && context.viewer?.scopes.has('admin') === true) return undefined;
      return ({ valid, result, setResult }) => {
        if (!valid) setResult((result as GraphQLError[]).map(withoutSuggestion));
      };
    },
    onExecute({ args }) {
      const { document, contextValue } = args as { document: DocumentNode; contextValue: Context };
      if (!asksForSchema(document)) return;
      if (graphiql === 'off') {
        throw new Refusal('invalid_request', {
          detail: 'This service does not tell its schema.',
        });
      }
      requireScope(viewerOf(contextValue), 'admin');
    },
  };
}

function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field: ({ name }) => {
      asks ||= name.value === '__schema' || name.value === '__type';
    },
  });
  return asks;
}

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const { nodes, source, positions, path, originalError, extensions } = error;
  const message = error.message.replace(/ Did you mean .*\?$/s, '');
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}
