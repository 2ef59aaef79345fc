import { GraphQLError } from 'graphql';

/** Copies an error with another message. */
export function withMessage(error: GraphQLError, message: string): GraphQLError {
  const { nodes = null, source = null, positions = null, path = null, originalError = null, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions });
}
