import ipaddr from 'ipaddr.js';

/** Where an address leads: `private` is everything that must not be reached for a seller, whoever that is. */
export type AddressKind = 'public' | 'loopback' | 'private';

/** What is routed on the public internet: all of IPv6 that has been given away so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's own services for the machine it stands beside, at an address that looks like any other. */
const azureHost = '168.63.129.16';

/**
 * Judges an address by where its packets would end. An IPv6 address that only wraps an IPv4 one (mapped, NAT64, 6to4) is
 * judged by that one: networks with IPv6 alone reach every IPv4 server so.
 *
 * @param text an address in any spelling; what is none counts as private
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
