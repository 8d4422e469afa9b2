import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * The address to which the page of a bank or wallet sends a payer back. Its token is merchant (16), authorization (16), and 16
 * bytes derived from both and from the master key outside the database, as that of the pay page is (docs/adr/0030).
 */
export interface ReturnKey {
  merchant: string
  /** The id of the authorization, which is its reference at the processor. */
  operation: string
}

export interface ReturnsHouse {
  publicUrl: string
  masterKey: string
}

const macBytes = 16
const form = /^[A-Za-z0-9_-]{64}$/

export const returnAddress = ({ publicUrl, masterKey }: ReturnsHouse, key: ReturnKey): string =>
  `${publicUrl}/pay/return/${returnToken(masterKey, key)}`

export function returnToken(masterKey: string, { merchant, operation }: ReturnKey): string {
  const said = Buffer.from(`${merchant}${operation}`.replaceAll('-', ''), 'hex')
  return Buffer.concat([said, macOf(masterKey, said)]).toString('base64url')
}

/** The key in a token; undefined when we did not make it. It needs no query. */
export function readReturnToken(masterKey: string, token: string): ReturnKey | undefined {
  if (!form.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const said = bytes.subarray(0, -macBytes)
  if (!timingSafeEqual(macOf(masterKey, said), bytes.subarray(-macBytes))) return undefined
  return { merchant: uuidOf(said.subarray(0, 16)), operation: uuidOf(said.subarray(16)) }
}

const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const macOf = (masterKey: string, said: Buffer): Buffer =>
  createHmac('sha256', keyFor(masterKey, 'kontor return address')).update(said).digest().subarray(0, macBytes)

/** Names a content without revealing it, not even one that is easily guessed. */
export const digestOf = (masterKey: string, { merchant, operation }: ReturnKey, content: string): Buffer =>
  createHmac('sha256', keyFor(masterKey, 'kontor return content'))
    .update(`${merchant}/${operation}/${content}`)
    .digest()

const keyFor = (masterKey: string, use: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', use, 32))
