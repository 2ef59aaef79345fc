import { readFileSync } from 'node:fs';
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.ts';

/** The guides in their order of reading; each is a file of `docs/guides/`. */
export const guideNames = [
  'first-auction',
  'testing',
  'money-and-holds',
  'item-card',
  'bidders',
  'webhooks',
  'errors',
  'client',
  'python',
  'graphql',
  'going-live',
  'changes',
] as const;

export interface Guide extends RenderedMarkdown {
  /** The path of its page below `/docs`. */
  readonly path: string;
}

/** Reads and renders every guide. */
export function readGuides(publicUrl: string): Guide[] {
  return guideNames.map((name) => {
    const file = `docs/guides/${name}.md`;
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    return { ...renderMarkdown(file, text, publicUrl), path: `/guides/${name}` };
  });
}
