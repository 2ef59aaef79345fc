import { Resolver } from 'node:dns/promises';

/** @returns every address of a name, IPv4 first; throws where there is none */
export type ResolveName = (name: string) => Promise<string[]>;

/** `localhost` and what ends with it mean this machine, whatever a name server says of them (RFC 6761). */
export function isLoopbackName(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}

/**
 * Asks the name servers themselves. The operating system's own resolver would occupy one of the process's few threads
 * for as long as a seller's name server cares to wait.
 */
export async function resolveName(name: string): Promise<string[]> {
  if (isLoopbackName(name)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  throw new AggregateError(
    answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as unknown) : null)),
    `${name} has no address.`,
  );
}
