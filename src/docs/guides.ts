import { readFile } from 'node:fs/promises';
import { type Guide, renderGuide } from './render-guide.ts';

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

/** Reads and renders every guide. */
export function readGuides(publicUrl: string): Promise<Guide[]> {
  return Promise.all(
    guideNames.map(async (name) => {
      const file = new URL(`../../docs/guides/${name}.md`, import.meta.url);
      return renderGuide(name, await readFile(file, 'utf8'), publicUrl);
    }),
  );
}
