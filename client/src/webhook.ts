import { WebhookError } from './errors.ts'
import type { WebhookEvent } from './generated/types.ts'

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookToVerify {
  /** The body as it arrived. What was parsed and written again has other bytes. */
  body: string | Uint8Array
  headers: Headers | HeaderRecord
  /**
   * `whsec_…` of the API settings, or the public key `whpk_…`. Several while one secret replaces another: one that matches is
   * enough.
   */
  secret: string | readonly string[]
  /** Seconds by which the webhook may be older or newer than this clock. Default: 300. */
  toleranceSeconds?: number
}

/** The event, with the id of the webhook: each attempt to deliver it has the same one. */
export type VerifiedWebhook = WebhookEvent & { readonly webhookId: string }

/**
 * The event of a webhook that Kontor signed within the last five minutes, by Standard Webhooks. Throws WebhookError for
 * any other one.
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
}: WebhookToVerify): Promise<VerifiedWebhook> {
  const keys = await Promise.all([secret].flat().map(keyOf))
  // Without a secret nothing could be wrong.
  if (keys.length === 0) throw new TypeError('verifyWebhook needs a secret')
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('verifyWebhook needs the body as it arrived: a string or bytes')
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) throw new WebhookError('header_missing')
  checkAge(Number(timestamp), toleranceSeconds)
  const signed = joined(`${id}.${timestamp}.`, body)
  const given = signatures.split(' ').slice(0, mostSignatures)
  if (!(await isAnyValid(keys, given, signed))) throw new WebhookError('no_signature_matches')
  return { ...parsed(body), webhookId: id }
}

/** One for each valid secret and one by the key pair; a sender of thousands only wants to keep us busy. */
const mostSignatures = 16

interface Key {
  kind: 'v1' | 'v1a'
  // Node's own types have no name for it.
  key: Awaited<ReturnType<typeof crypto.subtle.importKey>>
}

async function keyOf(secret: string): Promise<Key> {
  const [, prefix, text = ''] = /^(whsec_|whpk_)?([A-Za-z0-9+/=]+)$/.exec(String(secret)) ?? []
  const bytes = bytesOf(text)
  if (!bytes || bytes.length < 16)
    throw new TypeError('A secret of webhooks begins with whsec_, a public key with whpk_')
  if (prefix === 'whpk_')
    return { kind: 'v1a', key: await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']) }
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  return { kind: 'v1', key: await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']) }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: Headers | HeaderRecord, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : undefined
}

function checkAge(timestamp: number, tolerance: number): void {
  const age = Date.now() / 1000 - timestamp
  if (age > tolerance) throw new WebhookError('too_old')
  if (age < -tolerance) throw new WebhookError('too_new')
}

function joined(head: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const first = new TextEncoder().encode(head)
  const rest = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const all = new Uint8Array(first.length + rest.length)
  all.set(first)
  all.set(rest, first.length)
  return all
}

/** `crypto.subtle.verify` compares in constant time. */
async function isAnyValid(keys: readonly Key[], given: readonly string[], signed: Uint8Array<ArrayBuffer>) {
  for (const each of given) {
    const comma = each.indexOf(',')
    const signature = bytesOf(each.slice(comma + 1))
    for (const { kind, key } of keys)
      if (
        signature &&
        each.slice(0, comma) === kind &&
        (await crypto.subtle.verify(key.algorithm, key, signature, signed))
      )
        return true
  }
  return false
}

/** The signature shows that Kontor wrote it, so its shape is Kontor's. */
function parsed(body: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  } catch {
    throw new WebhookError('invalid_body')
  }
}
