import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { derivationBytes } from '../../platform/secrets/key-ring.ts'

/**
 * Addresses of Kontor at which a payer goes to the page of a bank or wallet, and at which that page sends him back. The token is
 * merchant (16), row (16), and 16 bytes derived from both and from the master key outside the database, as that of the pay page
 * is (docs/adr/0030). One that was made for the one use does not serve the other.
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

type Use = 'return' | 'action'

const macBytes = 16
const form = /^[A-Za-z0-9_-]{64}$/

export const returnAddress = ({ publicUrl, masterKey }: ReturnsHouse, key: ReturnKey): string =>
  `${publicUrl}/pay/return/${payerToken(masterKey, 'return', key)}`

/** The page that sends the fields of an action. */
export const actionAddress = ({ publicUrl, masterKey }: ReturnsHouse, key: ReturnKey): string =>
  `${publicUrl}/pay/action/${payerToken(masterKey, 'action', key)}`

export function payerToken(masterKey: string, use: Use, { merchant, operation }: ReturnKey): string {
  const said = Buffer.from(`${merchant}${operation}`.replaceAll('-', ''), 'hex')
  return Buffer.concat([said, macOf(masterKey, use, said)]).toString('base64url')
}

/** The key in a token; undefined when we did not make it. It needs no query. */
export function readPayerToken(masterKey: string, use: Use, token: string): ReturnKey | undefined {
  if (!form.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const said = bytes.subarray(0, -macBytes)
  if (!timingSafeEqual(macOf(masterKey, use, said), bytes.subarray(-macBytes))) return undefined
  return { merchant: uuidOf(said.subarray(0, 16)), operation: uuidOf(said.subarray(16)) }
}

const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const macOf = (masterKey: string, use: Use, said: Buffer): Buffer =>
  createHmac('sha256', keyFor(masterKey, `kontor ${use} address`))
    .update(said)
    .digest()
    .subarray(0, macBytes)

/** Names a content without revealing it, not even one that is easily guessed. */
export const digestOf = (masterKey: string, { merchant, operation }: ReturnKey, content: string): Buffer =>
  createHmac('sha256', keyFor(masterKey, 'kontor return content'))
    .update(`${merchant}/${operation}/${content}`)
    .digest()

const keyFor = (masterKey: string, use: string) =>
  Buffer.from(hkdfSync('sha256', derivationBytes(masterKey), '', use, 32))
