import dns from 'node:dns'
import net from 'node:net'
import { isPortOfWeb } from '@kontor/contract/web-port'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'

export interface Posted {
  status: number
  /** The beginning of the answer's body. */
  body: string
  /** The text of the header. */
  retryAfter: string | undefined
}

/** The address leads to a network that nobody outside may make us call. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

export type Sender = ReturnType<typeof guardedPost>

export interface Guard {
  allowPrivate: boolean
  timeout_ms: number
}

const longestBody = 10_000

/**
 * Posts to an address that a merchant chose. The target is checked when the connection is made, so that a name which
 * resolves differently later is caught as well. Redirects are not followed. `allowPrivate` is for demos and tests on
 * one machine.
 */
export function guardedPost(settings: Guard) {
  const { timeout_ms } = settings
  const { agent, lookups } = guardedAgent(settings)
  return {
    /** Without a signal of its own, a post may take twice the time that its connection may. */
    async post(
      url: string,
      headers: Record<string, string>,
      body: string,
      signal = AbortSignal.timeout(2 * timeout_ms),
    ): Promise<Posted> {
      refuseAddress(url, settings)
      const reply = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
      const later = reply.headers['retry-after']
      return {
        status: reply.statusCode,
        body: await beginning(reply.body),
        retryAfter: Array.isArray(later) ? later[0] : later,
      }
    },
    close: () => agent.destroy(),
    /** Ends after the lookups of names that began: they go on when their post has been given up. */
    lookedUp: async () => void (await Promise.all(lookups)),
  }
}

/** Connects only to addresses that the guard allows. */
export function guardedAgent({ allowPrivate, timeout_ms }: Guard): { agent: Agent; lookups: Set<Promise<void>> } {
  const lookups = new Set<Promise<void>>()
  const look = allowPrivate ? dns.lookup : lookUpPublic
  const lookup: net.LookupFunction = (host, options, done) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    lookups.add(promise)
    look(host, options, (...found) => {
      lookups.delete(promise)
      resolve()
      done(...found)
    })
  }
  const agent = new Agent({
    connect: { timeout: timeout_ms, lookup },
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
  })
  return { agent, lookups }
}

/** A literal IP address is not looked up, so it is checked here; so is the port. */
export function refuseAddress(url: string, { allowPrivate }: Pick<Guard, 'allowPrivate'>): void {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && net.isIP(host) && !isPublic(host)) throw new AddressRefused(host)
  if (!isPortOfWeb(port)) throw new AddressRefused(`${host}:${port}`)
}

const lookUpPublic: net.LookupFunction = (host, options, done) => {
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const [first] = found
    const refused = found.find(({ address }) => !isPublic(address))
    if (refused || !first) return done(new AddressRefused(`${host} is at ${refused?.address ?? 'no address'}`), '')
    // A caller that asks for all addresses expects a list, which this type does not express.
    if (options.all) return done(null, found)
    return done(null, first.address, first.family)
  })
}

const assigned = ipaddr.parseCIDR('2000::/3')
/** Public by its number, and inside every machine of Azure the way to the platform: to what a machine is told at its start. */
const wireServer = '168.63.129.16'

/**
 * True for an address on the internet. IPv6 addresses outside 2000::/3 and those that hold an IPv4 address are refused: a
 * translator or a tunnel on our side could take them to a private address.
 */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.toString() === wireServer) return false
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(assigned))
}

/** The beginning of the body. An endless answer is cut off; an answer that breaks off after its status still counts. */
async function beginning(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  let text = ''
  try {
    for await (const chunk of body) {
      text += chunk.toString('utf8')
      if (text.length >= longestBody) break
    }
  } catch {
    // The status is enough.
  }
  body.destroy()
  return text.slice(0, longestBody).replaceAll('\0', '')
}
