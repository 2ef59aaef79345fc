import { posix } from 'node:path';
import { floors } from './rooms.ts';
import { type Node, pathInSource, type Rule } from './rule.ts';

/** Every room as `floor/room`, from the lowest up. */
const rooms = Object.entries(floors).flatMap(([floor, names]) => names.map((name) => `${floor}/${name}`));

/** Lets a file import only rooms below its own; an import of a type counts like any other. */
export const importsGoDown: Rule = {
  create(context) {
    const path = pathInSource(context);
    // The programs stand above all rooms.
    if (path?.includes('/') !== true) return {};
    const room = roomOf(path);

    const check = (node: Node, source: { type: string; value?: unknown } | null) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string' || !source.value.startsWith('.')) return;
      const imported = posix.join('src', posix.dirname(path), source.value);
      const other = imported.startsWith('src/') ? roomOf(imported.slice('src/'.length)) : imported;
      // The types of the texts, for all.
      if (other === room || other === 'locales/words.ts') return;
      if (rooms.includes(other) && rooms.indexOf(other) < rooms.indexOf(room)) return;
      const message = rooms.includes(room)
        ? `"${room}" may not import "${other}": imports go down only (lint/rooms.ts).`
        : `The room "${room}" is not in lint/rooms.ts: give it a place on its floor.`;
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

/** `auctions/bids/place-bid.ts` is in the room `auctions/bids`, and `core/uuid.ts` in `core/core`. */
function roomOf(path: string): string {
  const [floor, name] = path.split('/');
  return path.split('/').length > 2 && floors[floor!]?.includes(name!) ? `${floor}/${name}` : `${floor}/${floor}`;
}
