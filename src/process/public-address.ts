import { BlockList, isIP } from 'node:net'

const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')
const special = {
  ipv4: `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`,
  ipv6: '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
}
const inner = new BlockList()
for (const family of ['ipv4', 'ipv6'] as const)
  for (const net of special[family].split(/\s+/)) {
    const [address = '', bits] = net.split('/')
    inner.addSubnet(address, Number(bits), family)
  }

/** By IANA's special-purpose registries (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inner.check(address, 'ipv4')
  return family === 6 && outer.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}
