import { type DocumentNode, type ExecutionResult, GraphQLError, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { Refusal } from '../core/refusal.ts';
import { requireScope } from '../core/viewer.ts';
import { type Context, viewerOf } from './context.ts';

/**
 * Who may ask GraphQL what it offers: anybody, admins, or nobody. Where it is not anybody, a faulty document is not helped
 * along with the names that are there either.
 */
export function guardedIntrospection({ graphiql }: Pick<Config, 'graphiql'>): Plugin<Context, Partial<Context>> {
  if (graphiql === 'open') return {};
  return {
    // Not where the faults are found: those are remembered for whoever sends the same document next.
    onResultProcess({ result, setResult, serverContext: { viewer } }) {
      if (graphiql === 'admin' && viewer?.scopes.has('admin') === true) return;
      const { errors, ...rest } = result as ExecutionResult;
      if (errors !== undefined) setResult({ ...rest, errors: errors.map(withoutSuggestion) });
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

const suggestion = / Did you mean .*\?$/s;

export function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field: ({ name }) => {
      asks ||= name.value === '__schema' || name.value === '__type';
    },
  });
  return asks;
}

function withoutSuggestion(error: GraphQLError): GraphQLError {
  if (!suggestion.test(error.message)) return error;
  const { nodes, source, positions, path, originalError, extensions } = error;
  const message = error.message.replace(suggestion, '');
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}
