import { Resolver } from 'node:dns/promises';

/**
 * Resolves a name.
 *
 * @returns every address of a name, IPv4 first; throws if there is none
 */
export type ResolveName = (name: string) => Promise<string[]>;

/** Checks for `localhost` and its subdomains: they mean this machine, whatever a name server says (RFC 6761). */
export function isLoopbackName(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}

/**
 * Queries the name servers directly. The operating system's resolver would occupy one of the process's few threads
 * for as long as a seller's name server delays its answer.
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
