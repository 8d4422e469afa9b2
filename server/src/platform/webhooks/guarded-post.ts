import dns from 'node:dns'
import net from 'node:net'
import { isPortOfWeb } from '@kontor/contract/web-port'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'

export interface Posted {
  status: number
  /** Its beginning. */
  body: string
  /** As the header says it. */
  retryAfter: string | undefined
}

/** The address leads where nobody outside may make us call. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

const longestBody = 10_000

/**
 * Posts to an address that a merchant chose. Where it leads is looked at when the connection is made, so that a name that
 * changes its mind is caught as well; redirects are not followed. `allowPrivate` is for demos and tests on one machine.
 */
export function guardedPost(settings: { allowPrivate: boolean; timeout_ms: number }) {
  const { allowPrivate, timeout_ms } = settings
  const agent = new Agent({
    connect: { timeout: timeout_ms, lookup: allowPrivate ? dns.lookup : lookUpPublic },
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
  })
  return {
    async post(url: string, headers: Record<string, string>, body: string): Promise<Posted> {
      const { hostname, port } = new URL(url)
      const host = hostname.replace(/^\[|\]$/g, '')
      // A literal address is not looked up.
      if (!allowPrivate && net.isIP(host) && !isPublic(host)) throw new AddressRefused(host)
      if (!isPortOfWeb(port)) throw new AddressRefused(`${host}:${port}`)
      const signal = AbortSignal.timeout(2 * timeout_ms)
      const reply = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
      const later = reply.headers['retry-after']
      return {
        status: reply.statusCode,
        body: await beginning(reply.body),
        retryAfter: Array.isArray(later) ? later[0] : later,
      }
    },
    close: () => agent.destroy(),
  }
}

const lookUpPublic: net.LookupFunction = (host, options, done) => {
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const [first] = found
    const refused = found.find(({ address }) => !isPublic(address))
    if (refused || !first) return done(new AddressRefused(`${host} is at ${refused?.address ?? 'no address'}`), '')
    // Whoever asked for all of them wants a list, of which the type here says nothing.
    if (options.all) return done(null, found)
    return done(null, first.address, first.family)
  })
}

const assigned = ipaddr.parseCIDR('2000::/3')

/**
 * Of version 6 what is assigned to the internet, and nothing that holds an address of version 4: that would be dialled by a
 * translator or a tunnel on our side, past this check.
 */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(assigned))
}

/** An answer without an end is not read to its end; what breaks off after its status has been given all the same. */
async function beginning(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  let text = ''
  try {
    for await (const chunk of body) {
      text += chunk.toString('utf8')
      if (text.length >= longestBody) break
    }
  } catch {
    // The status says enough.
  }
  body.destroy()
  return text.slice(0, longestBody).replaceAll('\0', '')
}
