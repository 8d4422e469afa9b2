import { STATUS_CODES } from 'node:http'
import { type Problem, Refusal, type RefusalCode, type RefusalDetails, refusals } from '@kontor/contract/refusal'
import pg from 'pg'

/**
 * The refusal for an error: our own refusals in words, temporary troubles of the database as 503. Undefined is a
 * defect.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  if (isUnavailable(code, error)) return new Refusal('unavailable')
  // Values that no schema can rule out: text that the database cannot hold, a number or a date beyond its range.
  if (code === '22021' || code === '22003' || code === '22008' || code === '22P05')
    return new Refusal('invalid_request')
  if (code === '40001' || code === '40P01') return new Refusal('unavailable')
  if (code === 'FST_ERR_BAD_URL') return new Refusal('invalid_request', { url: 'invalid_value' })
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new Refusal('not_found')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media_type')
  if (code.startsWith('FST_ERR_CTP_') || error instanceof SyntaxError)
    return new Refusal('invalid_request', { body: 'invalid_json' })
  return undefined
}

/** True when the database is away, restarting, full or out of time: a later try may work. */
function isUnavailable(code: string, error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57|58)/.test(code)
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code)) return true
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export function problemOf(code: RefusalCode, details: RefusalDetails, requestId: string): Problem {
  const status = refusals[code]
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    ...(Object.keys(details).length > 0 ? { details: details as Problem['details'] } : {}),
    request_id: requestId,
  }
}
