import { expect, test } from 'bun:test'
import type { Services } from '#requests/services.ts'
import { createVisitor, networkOf } from './visitor.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001::1:2:3:4:5:6', '2001:0:1:2::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

const visitorAt = (socket: string, trustProxy: number, forwarded?: string) =>
  createVisitor(new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }), socket, {
    env: { trustProxy, sessionSecret: 'a secret of at least thirty-two characters' },
  } as Services).address

test('what a client says of its own address counts for nothing, whatever stands in front', () => {
  expect(visitorAt('192.0.2.7', 0, '198.51.100.1')).toBe(visitorAt('192.0.2.7', 0))
  expect(visitorAt('10.0.0.1', 1, '198.51.100.1, 192.0.2.7')).toBe(visitorAt('192.0.2.7', 0))
  expect(visitorAt('10.0.0.1', 2, '198.51.100.1, 192.0.2.7, 10.0.0.2')).toBe(visitorAt('192.0.2.7', 0))
})

test('a visitor is known by a hash that tells no address', () => {
  expect(visitorAt('192.0.2.7', 0)).not.toBe(visitorAt('192.0.2.8', 0))
  expect(visitorAt('2001:db8:1:2::7', 0)).toBe(visitorAt('2001:db8:1:2:ffff::8', 0))
  expect(visitorAt('192.0.2.7', 0)).not.toContain('192')
})
