import { expect, test } from 'vitest';
import { judgeAddress } from '../../src/auctions/webhooks/receiver.ts';

// Both sides of the edges, and every way to wrap one.

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00::',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
  '2002:0101:0101::1',
])('%s is on the public internet', (address) => {
  expect(judgeAddress(address)).toBe('public');
});

test.each([
  '127.0.0.1',
  '127.255.255.255',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::127.0.0.1',
  '2002:7f00:1::',
])('%s is this machine', (address) => {
  expect(judgeAddress(address)).toBe('loopback');
});

test.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.0'],
  ['private', '10.255.255.255'],
  ['private', '172.16.0.0'],
  ['private', '172.31.255.255'],
  ['private', '192.168.0.0'],
  ['private', '192.168.255.255'],
  ['carrier-grade NAT', '100.64.0.0'],
  ['carrier-grade NAT', '100.127.255.255'],
  ['link-local: metadata of clouds', '169.254.169.254'],
  ['metadata of Azure', '168.63.129.16'],
  ['reserved', '192.0.0.192'],
  ['documentation', '203.0.113.7'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['IPv4-compatible', '::10.0.0.1'],
  ['unique-local', 'fc00::1'],
  ['unique-local: metadata of a cloud', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['Teredo', '2001::1'],
  ['documentation', '2001:db8::1'],
  ['not given away', '4000::1'],
  ['not given away', '1fff::1'],
  ['mapped', '::ffff:10.0.0.1'],
  ['mapped', '::ffff:a9fe:a9fe'],
  ['mapped', '::ffff:0.0.0.0'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['NAT64', '64:ff9b::169.254.169.254'],
  ["a network's own NAT64", '64:ff9b:1::1.1.1.1'],
  ['translated', '::ffff:0:10.0.0.1'],
  ['6to4', '2002:0a00:0001::'],
  ['6to4', '2002:c0a8:0101::1'],
  ['no address', 'example.com'],
  ['no address', ''],
])('%s: %s must not be reached', (_, address) => {
  expect(judgeAddress(address)).toBe('private');
});
