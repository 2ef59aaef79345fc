import type { Guide } from './render-guide.ts';

/** Returns the text of `/docs/llms.txt`, which lists the documents as text for assistants. */
export function llmsText(guides: readonly Guide[], publicUrl: string): string {
  const docs = `${publicUrl}/docs`;
  return `# Auction service

> Sell an item through a timed auction in which every bid is backed by a card. REST and GraphQL; test sellers move no real money.

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](${docs}/guides/${name}.md): ${summary}`).join('\n')}

## Reference

- [OpenAPI document](${docs}/openapi.json): the seven operations of ${publicUrl}/v1
- [GraphQL schema](${docs}/schema.graphql): the operations of ${publicUrl}/graphql
- [Error codes](${docs}/errors.md): each code, its status, and what to do about it
`;
}
