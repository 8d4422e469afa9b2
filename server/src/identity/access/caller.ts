import { isIPv6 } from 'node:net'
import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { deviceSecret } from './cookie.ts'

/** The origin of a request, as it is recorded. */
export interface Caller {
  readonly ip: string
  /** One network for counting: an IPv4 address, or the 64 bits of IPv6 that one customer gets. */
  readonly network: string
  readonly browser: string | null
  readonly platform: string | null
  /** The secret of a remembered device. */
  readonly device: string | undefined
}

export function callerOf(request: FastifyRequest, publicUrl: string): Caller {
  const { ip } = request
  return {
    ip,
    network: networkOf(ip),
    ...softwareOf(request.headers['user-agent']),
    device: deviceSecret(request, publicUrl),
  }
}

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

function softwareOf(userAgent: string | undefined): Pick<Caller, 'browser' | 'platform'> {
  if (!userAgent) return { browser: null, platform: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  return { browser: shown(browser.name), platform: shown(os.name) }
}

const shown = (name: string | undefined) => (name && /^[\w .()-]{1,40}$/.test(name) ? name : null)
