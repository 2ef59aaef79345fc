import { posix } from 'node:path';
import { rooms } from './rooms.ts';
import { type Node, pathInSource, type Rule } from './rule.ts';

/** Holds the rooms' imports to the table in `rooms.ts`; an import of a type counts like any other. */
export const importsGoDown: Rule = {
  create(context) {
    const path = pathInSource(context);
    if (path === null) return {};
    const room = roomOf(path);
    const allowed = rooms[room];
    // The application, the entry and the commands stand above all rooms.
    if (allowed === undefined && (!path.includes('/') || room === 'commands')) return {};

    const check = (node: Node, source: { type: string; value?: unknown } | null) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string' || !source.value.startsWith('.')) return;
      const imported = posix.join('src', posix.dirname(path), source.value);
      const other = imported.startsWith('src/') ? roomOf(imported.slice('src/'.length)) : imported;
      // The types of the texts, for all.
      if (other === room || other === 'locales/words.ts' || allowed?.includes(other)) return;
      const message =
        allowed === undefined
          ? `The room "${room}" is not in lint/rooms.ts: say there what it may import.`
          : `"${room}" may not import "${other}": imports go down only (lint/rooms.ts).`;
      context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
    };
  },
};

/** `bids/place-bid.ts` is in the room `bids`; `deps.ts` is a room of its own. */
function roomOf(path: string): string {
  return path.split('/', 1)[0]!.replace(/\.ts$/, '');
}
