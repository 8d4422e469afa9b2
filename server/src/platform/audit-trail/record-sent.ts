import { v7 } from 'uuid'
import { maskedUrl } from '../secrets/mask.ts'
import type { AuditTrail } from './audit-trail.ts'
import type { Call } from './call.ts'

/** A call from Kontor that is over. Its bodies are masked already. */
type Sent = Pick<Call, 'type' | 'merchant' | 'route' | 'url' | 'response_code' | 'duration_ms' | 'content'> &
  Partial<Pick<Call, 'order' | 'webhook' | 'parent' | 'refusal' | 'organisation'>>

/** Records a call from Kontor at the time of its beginning. `now` is the engine's. */
export function recordSent(trail: AuditTrail, now: Date, sent: Sent): void {
  trail.record({
    ...sent,
    id: v7({ msecs: now.getTime() - sent.duration_ms }),
    url: maskedUrl(sent.url).toWellFormed().replaceAll('\0', '').slice(0, 2_000),
    destination: hostOf(sent.url),
    request_bytes: bytesOf(sent.content?.request_body),
    response_bytes: bytesOf(sent.content?.response_body),
  })
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '').slice(0, 300)

const bytesOf = (body: string | null | undefined) => (body ? Buffer.byteLength(body) : undefined)
