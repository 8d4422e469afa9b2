import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type CheckoutKindName, checkoutKinds } from '@kontor/contract/checkout/checkout.schemas'
import { derivationBytes } from '../platform/secrets/key-ring.ts'

/**
 * The secret in the address of a hosted page: kind (1), id (16), and 16 bytes derived from both and from the master key
 * outside the database (docs/adr/0030). A copy of the database opens no page; we can show the address at any time.
 */

const macBytes = 16
const form = /^[A-Za-z0-9_-]{44}$/

export interface CheckoutKey {
  kind: CheckoutKindName
  id: string
}

export function checkoutToken(masterKey: string, { kind, id }: CheckoutKey): string {
  const said = Buffer.concat([Buffer.from([checkoutKinds.indexOf(kind)]), Buffer.from(id.replaceAll('-', ''), 'hex')])
  return Buffer.concat([said, macOf(masterKey, said)]).toString('base64url')
}

/** The kind and id in a token; undefined when we did not make it. It needs no query. */
export function readCheckoutToken(masterKey: string, token: string): CheckoutKey | undefined {
  if (!form.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const said = bytes.subarray(0, -macBytes)
  const kind = checkoutKinds[said[0] ?? -1]
  if (!kind || !timingSafeEqual(macOf(masterKey, said), bytes.subarray(-macBytes))) return undefined
  const hex = said.subarray(1).toString('hex')
  return { kind, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') }
}

export const checkoutAddress = (at: { publicUrl: string; masterKey: string }, key: CheckoutKey): string =>
  `${at.publicUrl}/pay/${checkoutToken(at.masterKey, key)}`

function macOf(masterKey: string, said: Buffer): Buffer {
  const key = hkdfSync('sha256', derivationBytes(masterKey), '', 'kontor checkout address', 32)
  return createHmac('sha256', Buffer.from(key)).update(said).digest().subarray(0, macBytes)
}
