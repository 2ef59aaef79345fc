import { buildSchema, findBreakingChanges } from 'graphql';

/**
 * Finds the changes of a schema that break its clients and that the changelog does not announce.
 *
 * @param released the schema of the last release, as text
 * @param current the schema as it is now, as text
 * @param changelog announces a change by GraphQL's own sentence about it, in backticks
 * @returns GraphQL's sentences, such as "Auction.title was removed."
 */
export function unlistedBreaks(released: string, current: string, changelog: string): string[] {
  return findBreakingChanges(buildSchema(released), buildSchema(current))
    .map(({ description }) => description)
    .filter((description) => !changelog.includes(`\`${description}\``));
}
