import { networkOf } from '../http/network.ts'
import type { Call } from './call.ts'

/** What one caller may add to the trail (docs/adr/0118). Each process counts for itself. */
export const bounds = {
  /** Contents of one merchant on one day, in characters. */
  content_per_day: 500_000_000,
  /** Reads of one merchant on one day. */
  reads_per_day: 2_000_000,
  /** Refused calls without a known caller from one network in one minute. */
  unknown_per_minute: 60,
}

export type Room = 'whole' | 'without_content' | 'none'

const day_ms = 86_400_000
const minute_ms = 60_000
/** More networks than these in a minute are counted together. */
const mostNetworks = 20_000

/** Decides how much of each call is kept. A call that changes something is always kept. */
export function boundsOf(limits = bounds) {
  let [day, minute] = [0, 0]
  let content = new Map<string, number>()
  let reads = new Map<string, number>()
  let unknown = new Map<string, number>()
  const more = (of: Map<string, number>, key: string, by: number): number => {
    const sum = (of.get(key) ?? 0) + by
    of.set(key, sum)
    return sum
  }
  return (call: Call, now: number): Room => {
    if (Math.floor(now / day_ms) !== day) [day, content, reads] = [Math.floor(now / day_ms), new Map(), new Map()]
    if (Math.floor(now / minute_ms) !== minute) [minute, unknown] = [Math.floor(now / minute_ms), new Map()]
    if (isOfNobody(call) && isTooMany(call.origin ?? '')) return 'none'
    const merchant = call.merchant ?? call.caller?.id ?? 'nobody'
    if (call.type === 'request' && call.route.startsWith('GET ') && more(reads, merchant, 1) > limits.reads_per_day)
      return 'none'
    if (!call.content) return 'whole'
    const size = (call.content.request_body?.length ?? 0) + (call.content.response_body?.length ?? 0)
    return more(content, merchant, size) > limits.content_per_day ? 'without_content' : 'whole'
  }

  function isTooMany(origin: string): boolean {
    const network = networkOf(origin)
    const key = unknown.size < mostNetworks || unknown.has(network) ? network : 'others'
    return more(unknown, key, 1) > limits.unknown_per_minute
  }
}

const isOfNobody = ({ type, caller, response_code }: Call): boolean =>
  (type === 'request' || type === 'notification') && !caller && response_code >= 400
