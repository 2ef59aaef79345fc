import { isIP } from 'node:net';

/** A URL's host: a name that has to be resolved, or an address, which is then the name as well. */
export interface Host {
  readonly name: string;
  readonly address: string | null;
}

/** The URL's own parser has normalized its host already: `http://0x7f.1` is at 127.0.0.1. */
export function hostOfUrl({ hostname }: URL): Host {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return { name, address: isIP(name) === 0 ? null : name };
}
