import { z } from 'zod'
import { type Connection, NoAnswer, type NotDone, NotSent } from '../gateway.ts'
import { askedPause, type Reply, type Sent, send, wordsOf } from '../http.ts'

/** Mollie's own words for a refusal of a request. A proxy's page is none. */
const refusal = z.object({
  status: z.number().int(),
  title: z.string().max(200),
  detail: z.string().default(''),
})

interface Call {
  method?: 'POST' | 'GET' | 'DELETE'
  path: string
  body?: object
  /** The idempotency key. The same key gets the first reply for an hour. Only POST has one. */
  key?: string
  /** True: it only makes a payment whose payer is not sent to its page before we have the reply. */
  awaitsPayer?: boolean
  noteReply?: Sent['noteReply']
}

/** Settlements are of the organisation, whose token is none of a profile. */
const headersOf = ({ credential }: Connection, { body, key }: Call) => ({
  authorization: `Bearer ${credential['access_token'] ?? credential['api_key'] ?? ''}`,
  ...(body && { 'content-type': 'application/json' }),
  ...(key !== undefined && { 'idempotency-key': key }),
})

/**
 * Sends one request. What comes back is an answer in Mollie's own words, below 500. Throws `NotSent` for what was not begun, and
 * `OutcomeUnknown` for everything that leaves the outcome open.
 */
export async function call(connection: Connection, asked: Call): Promise<Reply> {
  const { method = 'POST', path, body, awaitsPayer, noteReply } = asked
  const reply = await send(connection, {
    ...{ method, url: `${connection.addresses['api']}${path}`, headers: headersOf(connection, asked) },
    ...(body && { body: JSON.stringify(body) }),
    ...(noteReply && { noteReply }),
  })
  const said = wordsOf(reply, refusal)
  const words = `answered ${reply.status} ${said?.title ?? ''}`.trim()
  if (reply.status === 429) throw new NotSent(words, askedPause(reply))
  // The bank or wallet is away. Nobody can pay a payment whose page nobody was given.
  if (reply.status === 503 && said && awaitsPayer) throw new NotSent(words, askedPause(reply))
  if (!isReadable(reply)) throw new NoAnswer(words)
  return reply
}

/** A question. It moves nothing, but one that is asked after an order says nothing about whether the order was sent. */
export async function ask(connection: Connection, path: string, noteReply?: Sent['noteReply']): Promise<Reply> {
  try {
    return await call(connection, { method: 'GET', path, ...(noteReply && { noteReply }) })
  } catch (error) {
    if (error instanceof NotSent) throw new NoAnswer(error.message, { cause: error })
    throw error
  }
}

/** 408 and 425 ask for another try. A refusal that is not in Mollie's words is a proxy's, and may hide that it was done. */
function isReadable(reply: Reply): boolean {
  const { status } = reply
  if (status >= 200 && status < 300) return true
  if (isDuplicateRefund(reply)) return true
  return status >= 400 && status < 500 && ![408, 409, 425].includes(status) && wordsOf(reply, refusal) !== undefined
}

/** Two words for 409: an equal refund was made just now, or the same key is at work. The second says nothing of the outcome. */
export function isDuplicateRefund(reply: Reply): boolean {
  const said = wordsOf(reply, refusal)
  return reply.status === 409 && said !== undefined && /duplicate/i.test(`${said.title} ${said.detail}`)
}

/** The refusal that a reply is: the request was not done and will not be. Undefined: it is none. */
export function refusalOf(reply: Reply): NotDone | undefined {
  const { status } = reply
  if (status < 400) return undefined
  if (status === 401 || status === 403)
    return { is: 'not_done', by: 'configuration', reason: 'credential_refused', elsewhere: true }
  const { title = '', detail = '' } = wordsOf(reply, refusal) ?? {}
  return { is: 'not_done', by: 'gateway', reason: detail || title || `answered ${status}` }
}

/** It does not exist in the key's account and mode, or does so no more. */
export const isGone = ({ status }: Reply): boolean => status === 404 || status === 410

/** The part of an address that an id is. */
export const idIn = (id: string): string => encodeURIComponent(id)
