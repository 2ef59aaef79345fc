/** A column of a table, or a value of an enum, with the comments above it. */
type Members = ReadonlyMap<string, string>;

/** The words in the released schema that allow the version after it to drop what they stand above. */
const mayGo = /the next version drops it/i;

/**
 * Compares the schema of the released version with the present one, because processes of both use one database during an upgrade.
 *
 * @returns a sentence for each table, column and enum value that the released version may still read and that is gone
 */
export function droppedTooEarly(released: string, present: string): string[] {
  const now = blocksOf(present);
  return [...blocksOf(released)].flatMap(([block, { comment, members }]) => {
    const kept = now.get(block)?.members;
    if (kept === undefined) return mayGo.test(comment) ? [] : [sentence(block)];
    return [...members].flatMap(([member, above]) =>
      kept.has(member) || mayGo.test(above) ? [] : [sentence(`${block}.${member}`)],
    );
  });
}

function sentence(name: string): string {
  return `${name} is gone, and the released version may still read it: keep it, say "the next version drops it" above it, and drop it one version later.`;
}

/** Returns the tables and enums of a Prisma schema by their names in the database. */
function blocksOf(schema: string): Map<string, { readonly comment: string; readonly members: Members }> {
  const models = new Set([...schema.matchAll(/^model (\w+) /gm)].map(([, name]) => name!));
  const found = [...schema.matchAll(/((?:^\/\/\/.*\n)*)^(?:model|enum) (\w+) \{\n([^]*?)^\}/gm)];
  return new Map(
    found.map(([, comment, name, body]) => {
      const inDatabase = /@@map\("(\w+)"\)/.exec(body!)?.[1] ?? name!;
      return [inDatabase, { comment: comment!, members: membersOf(body!, models) }];
    }),
  );
}

/** @param models a field whose type is one of them is a relation, and no column */
function membersOf(body: string, models: ReadonlySet<string>): Members {
  const members = new Map<string, string>();
  let above = '';
  for (const line of body.split('\n').map((text) => text.trim())) {
    if (line.startsWith('//')) {
      above += `${line}\n`;
      continue;
    }
    const [, name, type = ''] = /^(\w+)(?: +(\w+))?/.exec(line) ?? [];
    if (name !== undefined && !models.has(type)) members.set(/@map\("(\w+)"\)/.exec(line)?.[1] ?? name, above);
    above = '';
  }
  return members;
}
