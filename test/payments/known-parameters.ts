import { readFileSync } from 'node:fs';

const types = new URL('resources/', import.meta.resolve('stripe'));

/** The parameters that a request of the `stripe` package may have, read from the package's own types. */
export function knownParameters(resource: 'Customers' | 'PaymentIntents', parameters: string): ReadonlySet<string> {
  const text = readFileSync(new URL(`${resource}.d.ts`, types), 'utf8');
  const body = new RegExp(`^export interface ${parameters} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text)?.[1];
  if (body === undefined) throw new Error(`The stripe package has no type ${parameters}.`);
  return new Set([...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name]) => name!));
}
