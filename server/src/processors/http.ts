import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { maskedUrl } from '../platform/secrets/mask.ts'
import { mask } from '../platform/secrets/secret-forms.ts'
import {
  type Connection,
  type ListedPayment,
  NoAnswer,
  NotAnswerable,
  NotSent,
  OutcomeUnknown,
  type Told,
} from './gateway.ts'
import { unlessSilent } from './silent-gateways.ts'

export interface Reply {
  status: number
  headers: Headers
  body: unknown
}

export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** What the record of the exchange says was sent; absent: the body. A file is recorded by its name. */
  noted?: string
  /** Makes the text that the record keeps in the place of a reply that is about other payments too. Absent: the reply is kept. */
  noteReply?: (body: unknown) => string
}

/** Bytes. A processor's replies are short, so a longer one is no processor's. */
const LONGEST_REPLY = 1_000_000

/** Codes of faults before the first byte of a request: no name, no connection, or no trust in who answers. */
const neverLeft: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/**
 * Sends one request and reports one exchange. An order is never sent a second time here, because only the engine knows whether it
 * may be; a question is asked again within `patience_ms`. Throws `NotSent` when nothing left this machine, as to a gateway that
 * answers nobody (`silent-gateways.ts`), and `NoAnswer` when no readable reply came.
 */
export async function send(connection: Connection, sent: Sent): Promise<Reply> {
  let left_ms = sent.method === 'GET' ? (connection.patience_ms ?? 0) : 0
  for (let tries = 0; ; tries++) {
    const reply = await unlessSilent(connection, sent, () => sendOnce(connection, sent))
    const pause_ms = pauseAfter(reply, tries)
    if (pause_ms === undefined || pause_ms > left_ms) return reply
    left_ms -= pause_ms
    await sleep(pause_ms)
  }
}

/** The pause that a gateway asks for which is too busy, each time at least twice as long. Undefined: it is not. */
function pauseAfter(reply: Reply, tries: number): number | undefined {
  const { retry_after_ms: asked } = askedPause(reply)
  if (reply.status !== 429 && (reply.status !== 503 || asked === undefined)) return undefined
  return Math.max(asked ?? 0, shortestPause_ms * 2 ** tries)
}

/** The pause that a reply asks for. Only whole seconds are read: a date is of no use without the gateway's clock. */
export function askedPause({ headers }: Reply): { retry_after_ms?: number } {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d{1,5}$/.test(seconds) ? { retry_after_ms: Number(seconds) * 1_000 } : {}
}

const shortestPause_ms = 500

async function sendOnce(
  connection: Connection,
  { method, url, headers, body, noted, noteReply }: Sent,
): Promise<Reply> {
  const started = performance.now()
  let response_code = 0
  let response_body = ''
  try {
    const response = await fetch(url, {
      method,
      // The credential goes only to the configured address.
      redirect: 'manual',
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(connection.timeout_ms),
    })
    response_code = response.status
    const text = await readText(response)
    const { reply, note } = withoutSecrets(text, connection)
    response_body = noteReply ? noteReply(reply) : note
    return { status: response_code, headers: response.headers, body: reply }
  } catch (error) {
    if (error instanceof NotAnswerable) throw error
    const code = codeOf(error)
    if (neverLeft.has(code)) throw new NotSent(`${method} ${maskedUrl(url)}: ${code}`, { cause: error })
    throw new NoAnswer(`no readable reply to ${method} ${maskedUrl(url)}`, { cause: error })
  } finally {
    const duration_ms = Math.round(performance.now() - started)
    const request_body = noted ?? (typeof body === 'string' ? body : '')
    connection.onExchange({ method, url, request_body, response_code, response_body, duration_ms })
  }
}

export interface Downloaded {
  status: number
  /** Empty unless the status is 200. Absent: it is longer than what is taken. */
  content?: Buffer
}

/**
 * Fetches a file, which is not sent anything for: it may be fetched again. Of a longer one than `most` bytes no more
 * is taken.
 */
export async function download(
  connection: Connection,
  { url, headers }: { url: string; headers: Record<string, string> },
  most: number,
): Promise<Downloaded> {
  try {
    const signal = AbortSignal.timeout(connection.timeout_ms * PATIENCE_WITH_FILES)
    const response = await fetch(url, { redirect: 'manual', headers, signal })
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body ?? []) {
      length += chunk.length
      if (length > most) return { status: response.status }
      if (response.status === 200) chunks.push(chunk)
    }
    return { status: response.status, content: Buffer.concat(chunks) }
  } catch (error) {
    throw new OutcomeUnknown(`no file from GET ${maskedUrl(url)}`, { cause: error })
  }
}

/** A file takes longer than a reply. */
const PATIENCE_WITH_FILES = 6

/** The code of a fault of the network. `fetch` hides it under one or more causes; several addresses were tried at once. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf)
    // One address that may have been reached is enough for not knowing.
    return codes.find((code) => !neverLeft.has(code)) ?? codes[0] ?? ''
  }
  const deeper = codeOf(error.cause)
  if (deeper || !('code' in error) || typeof error.code !== 'string') return deeper
  // The system also reports some of these codes of a connection that had stood, after the request was sent.
  const isOfSystem = 'syscall' in error && typeof error.syscall === 'string'
  return isOfSystem && !['connect', 'getaddrinfo'].includes(error.syscall as string)
    ? `${error.code} later`
    : error.code
}

async function readText(response: Response) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LONGEST_REPLY)
      // The gateway would answer the same again; a proxy's page would be gone.
      throw response.ok ? new NotAnswerable('the reply is too long') : new Error('the page is too long')
  }
  return text + decoder.decode()
}

/**
 * Reads a reply without the secrets of the credential; the note is the text that is recorded. A gateway may repeat the key that it
 * refuses, in words that become the reason of a refusal, and JSON may write each letter of the key in several ways.
 */
function withoutSecrets(text: string, { secrets = [] }: Connection): { reply: unknown; note: string } {
  let isRepeated = false
  const hide = (words: string) => {
    const hidden = secrets.reduce((masked, secret) => masked.replaceAll(secret, mask), words)
    isRepeated ||= hidden !== words
    return hidden
  }
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return hide(value)
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [hide(name), walk(of)]))
  }
  const read = parseJson(text)
  if (read === undefined) return { reply: undefined, note: hide(text) }
  const reply = walk(read)
  return { reply, note: isRepeated ? JSON.stringify(reply) : text }
}

/** The JSON of a reply. A reply without JSON counts by its status alone: a proxy's 502 page is a 502. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A gateway's reply in its form. Throws OutcomeUnknown where it has another one. */
export function readAs<T>(form: z.ZodType<T>, body: unknown): T {
  const { success, data, error } = form.safeParse(body)
  if (!success) throw new OutcomeUnknown('the reply cannot be read', { cause: error })
  return data
}

/** The same for the list that is to show what became of an order: one in another form has it the next time too. */
export function readAnswer<T>(form: z.ZodType<T>, body: unknown): T {
  const { success, data, error } = form.safeParse(body)
  if (success) return data
  throw new (body === undefined ? NoAnswer : NotAnswerable)('the list cannot be read', { cause: error })
}

/** The record of a call is shown with one payment, and a list has those of other payers too. Undefined: it is no list. */
export const noteOfList = (list: readonly unknown[] | undefined, found: string | undefined): string =>
  JSON.stringify(list ? { count: list.length, found } : { count: null })

/** The gateway's own words for a refusal, which repeat its status. Undefined: the reply is not in its words. */
export function wordsOf<T extends { status: number }>({ status, body }: Reply, refusal: z.ZodType<T>): T | undefined {
  const said = refusal.safeParse(body).data
  return said?.status === status ? said : undefined
}

/**
 * Reads one payment of a list. One that cannot be read, as it has a new word or more refunds than are shown, is said to be so, as is
 * one about which nothing is answered. It ends the list for no other: whoever reads the list sees whether the gateway answers at all.
 */
export async function readListed<T>(payment_id: string, read: () => Promise<T>): Promise<T | ListedPayment> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    return { payment_id, told: [], unreadable: error.message, ...(error instanceof NoAnswer && { isUnanswered: true }) }
  }
}

/** The news in an answer. Words or amounts that we do not have are for a person: to ask again would bring the same. */
export function readable(what: string, of: { reference: string; external?: string }, read: () => Told[]): Told[] {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    return [{ about: 'unknown', type: `${what}: ${error.message}`, ...of }]
  }
}
