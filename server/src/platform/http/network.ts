import { isIPv6 } from 'node:net'

/** One network for counting: an IPv4 address, or the 64 bits of IPv6 that one customer gets. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return mapped ?? ip
  const [left = '', right] = ip.replace(/%.*/, '').toLowerCase().split('::')
  const groups = left.split(':').filter(Boolean)
  const after = (right ?? '').split(':').filter(Boolean)
  // `::` stands for the zeros that are missing to eight groups.
  const zeros = right === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
