import ipaddr from 'ipaddr.js';

/** The network of an address: `private` is everything that no seller's webhook may reach. */
export type AddressKind = 'public' | 'loopback' | 'private';

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
