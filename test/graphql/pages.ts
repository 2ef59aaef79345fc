import { expect } from 'vitest';
import type { Seller } from '../support/seller.ts';

/** A connection as these tests ask for it. */
export interface AskedPage {
  readonly edges: { cursor: string; node: any }[];
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

/** The fields of a connection, its nodes with `fields`. */
export function page(fields: string): string {
  return `pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { ${fields} } }`;
}

/** The answer to a query that nothing is wrong with. */
export async function answerOf(seller: Seller, query: string, variables: object = {}): Promise<any> {
  const { body } = await seller.graphql(query, variables);
  expect(body.errors).toBeUndefined();
  return body.data;
}

/** Every page of a connection, one after the other as a front end walks them. */
export async function walk<Page extends AskedPage>(
  ask: (way: { first: number; after: string | null } | { last: number; before: string | null }) => Promise<Page>,
  size: number,
  backwards = false,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let from: string | null = null, goesOn = true; goesOn;) {
    const asked: Page = await ask(backwards ? { last: size, before: from } : { first: size, after: from });
    pages.push(asked);
    from = backwards ? asked.pageInfo.startCursor : asked.pageInfo.endCursor;
    if (pages.length > 300) throw new Error('The pages go round in circles.');
    goesOn = backwards ? asked.pageInfo.hasPreviousPage : asked.pageInfo.hasNextPage;
  }
  return pages;
}
