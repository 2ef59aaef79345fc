import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../platform/config.ts';
import type { SellerMode } from '../../core/viewer.ts';

/** The addresses that a request may be sent to, or the reason why it must not be sent. */
type Receiver = { readonly addresses: readonly string[] } | { readonly error: string };

/**
 * Resolves the addresses of a receiver and checks each of them: if one must not be reached, none is used. The caller must
 * connect to these addresses without another lookup: the next answer may differ.
 */
export async function resolveReceiver(
  { config, resolveName }: { config: Setting; resolveName: ResolveName },
  mode: SellerMode,
  url: URL,
): Promise<Receiver> {
  if (faultOfWebhookUrl(config, mode, url) !== null) return { error: 'url_not_allowed' };
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await resolveName(host) : [host];
  if (addresses.length === 0) return { error: 'name_not_resolved' };
  const mayReach = addresses.every((each) => mayReachNetwork(config, mode, judgeAddress(each)));
  return mayReach ? { addresses } : { error: 'address_not_allowed' };
}

type Setting = Pick<Config, 'webhookAllowLoopback'>;

/** Decides whether a seller's webhooks may go to this machine, and over plain http. A live seller's never may. */
function mayReachLoopback({ webhookAllowLoopback }: Setting, mode: SellerMode): boolean {
  return webhookAllowLoopback && mode === 'test';
}

function mayReachNetwork(config: Setting, mode: SellerMode, kind: AddressKind): boolean {
  return kind === 'public' || (kind === 'loopback' && mayReachLoopback(config, mode));
}

/**
 * Finds the fault of a webhook's URL. Its resolved addresses may change, so every attempt checks them anew.
 *
 * @returns a sentence; `null`: the URL has no fault
 */
export function faultOfWebhookUrl(config: Setting, mode: SellerMode, url: URL): string | null {
  const reachesLoopback = mayReachLoopback(config, mode);
  if (url.protocol !== 'https:' && !(reachesLoopback && url.protocol === 'http:')) return 'Must start with "https://".';
  if (url.username !== '' || url.password !== '') return 'Must not hold a user name or password.';
  const host = hostOf(url);
  const kind = isIP(host) !== 0 ? judgeAddress(host) : isLoopbackName(host) ? 'loopback' : 'public';
  return mayReachNetwork(config, mode, kind) ? null : 'Must lead to a server on the public internet.';
}

/**
 * Returns a URL's host: a name that has to be resolved, or an address. The URL's own parser has normalized it already:
 * `http://0x7f.1` is at 127.0.0.1.
 */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Finds every address of a name, IPv4 first. */
export type ResolveName = (name: string) => Promise<string[]>;

/** Checks for `localhost` and its subdomains: they mean this machine, whatever a name server says (RFC 6761). */
function isLoopbackName(name: string): boolean {
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
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** The network of an address: `private` is everything that no seller's webhook may reach. */
type AddressKind = 'public' | 'loopback' | 'private';

/** The part of IPv6 that is routed on the public internet: all that has been allocated so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The address of Azure's services for the machine itself, which looks like a public one. */
const azureHost = '168.63.129.16';

/**
 * Judges an address by its packets' destination. An IPv6 address that wraps an IPv4 one (mapped, NAT64, 6to4) is judged by
 * the IPv4 address: networks with IPv6 alone reach every IPv4 server in this way.
 *
 * @param text an address in any spelling; a text that is no address counts as private
 */
export function judgeAddress(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'private';
  const address = unwrap(ipaddr.parse(text));
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast' || address.toString() === azureHost) return 'private';
  return address instanceof ipaddr.IPv6 && !address.match(globalUnicast) ? 'private' : 'public';
}

function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'ipv4Mapped':
      return address.toIPv4Address();
    case 'rfc6052':
      // The prefix 64:ff9b:1::/48 is for a network's own use, and wraps in ways of its own.
      return bytes[5] === 1 ? address : new ipaddr.IPv4(bytes.slice(12));
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      return address;
  }
}
