import { readFileSync } from 'node:fs';

const types = new URL('resources/', import.meta.resolve('stripe'));

const ofLists = ['limit', 'starting_after', 'ending_before'];

/** The parameters that a request of the `stripe` package may have, read from the package's own types. */
export function knownParameters(resource: string, parameters: string): ReadonlySet<string> {
  const text = readFileSync(new URL(`${resource}.d.ts`, types), 'utf8');
  const declaration = new RegExp(
    `^( *)(?:export )?interface ${parameters}( extends PaginationParams)? \\{\\n([\\s\\S]*?)^\\1\\}`,
    'm',
  );
  const [, indent, isList, body] = declaration.exec(text) ?? [];
  if (body === undefined) throw new Error(`The stripe package has no type ${parameters}.`);
  const fields = body.matchAll(new RegExp(`^${indent} {4}(\\w+)\\??:`, 'gm'));
  return new Set([...[...fields].map(([, name]) => name!), ...(isList === undefined ? [] : ofLists)]);
}
