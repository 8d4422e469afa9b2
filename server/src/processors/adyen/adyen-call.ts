import { z } from 'zod'
import { type Connection, type NotDone, NotSent, OutcomeUnknown } from '../gateway.ts'
import { askedPause, type Reply, send, wordsOf } from '../http.ts'

/** Adyen's own words for a refusal of a request. A proxy's page is none. */
const refusal = z.object({
  status: z.number().int(),
  errorCode: z.string().min(1).max(50),
  message: z.string().default(''),
  errorType: z.string().min(1),
})

const headersOf = ({ credential }: Connection, key: string | undefined) => ({
  'content-type': 'application/json',
  'x-api-key': credential['api_key'] ?? '',
  ...(key !== undefined && { 'idempotency-key': key }),
})

interface Call {
  address: 'checkout' | 'disputes'
  method?: 'POST' | 'DELETE' | 'GET'
  path: string
  body?: object
  /** The idempotency key. The same key gets the first reply for a week. */
  key?: string
  /** What the record of the exchange says instead of the body. */
  noted?: string
}

/**
 * Sends one request. What comes back is an answer in Adyen's own words, below 500. Throws `NotSent` for what Adyen says not to
 * have begun, and `OutcomeUnknown` for everything that leaves the outcome open.
 */
export async function call(connection: Connection, { address, method = 'POST', path, body, key, noted }: Call) {
  const reply = await send(connection, {
    ...{ method, url: `${connection.addresses[address]}${path}`, headers: headersOf(connection, key) },
    ...(body && { body: JSON.stringify(body) }),
    ...(noted !== undefined && { noted }),
  })
  const { status, headers } = reply
  const said = wordsOf(reply, refusal)
  const words = `answered ${status} ${said?.errorCode ?? ''}`
  // Adyen's words for "no side effects, send it again"; also what the slower one of two at once hears.
  if (headers.get('transient-error') === 'true' || status === 429) throw new NotSent(words, askedPause(reply))
  if (said?.errorCode === IN_PROGRESS || !isReadable(reply)) throw new OutcomeUnknown(words)
  return reply
}

/** The same key was used, and the other request is still at work, or was. */
const IN_PROGRESS = '704'

/** 408, 409 and 425 ask for another try. A refusal that is not in Adyen's words is a proxy's, and may hide that it was done. */
function isReadable(reply: Reply): boolean {
  const { status } = reply
  if (status >= 200 && status < 300) return true
  return status >= 400 && status < 500 && ![408, 409, 425].includes(status) && wordsOf(reply, refusal) !== undefined
}

/** The refusal that a reply is: the request was not done and will not be. Undefined: it is none. */
export function refusalOf(reply: Reply): (NotDone & { code: string }) | undefined {
  if (reply.status < 400) return undefined
  const { errorCode: code = '', message = '', errorType = '' } = wordsOf(reply, refusal) ?? {}
  if (isOfCredential(reply.status, code))
    return { is: 'not_done', by: 'configuration', reason: 'credential_refused', elsewhere: true, code }
  const reason = [code, message].filter(Boolean).join(' ') || `answered ${reply.status}`
  // A request that was not even valid was not begun.
  return { is: 'not_done', by: 'gateway', reason, ...(errorType === 'validation' && { elsewhere: true }), code }
}

/** The merchant account is another one, or is closed to the key. */
export const WRONG_ACCOUNT = '901'

const isOfCredential = (status: number, code: string) => status === 401 || status === 403 || code === WRONG_ACCOUNT
