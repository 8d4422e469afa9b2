import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../platform/http/network.ts'
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

function softwareOf(userAgent: string | undefined): Pick<Caller, 'browser' | 'platform'> {
  if (!userAgent) return { browser: null, platform: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  return { browser: shown(browser.name), platform: shown(os.name) }
}

const shown = (name: string | undefined) => (name && /^[\w .()-]{1,40}$/.test(name) ? name : null)
