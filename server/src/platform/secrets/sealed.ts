import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { openingKeys } from './key-ring.ts'

/**
 * Secrets at rest: each record has its own key (AES-256-GCM), wrapped by a key that is derived from the master key,
 * which is kept outside the database. Both layers are bound to the place of the record: a ciphertext that is moved to
 * another merchant or record cannot be opened. Layout: version (1), wrapped key (60), sealed text.
 */

/** The place of a secret, which is part of the authenticated data. */
export interface Place {
  merchant: string
  record: string
}

const version = 1
const nonceBytes = 12
const tagBytes = 16
/** The bytes of a sealed value before its content: the version and the wrapped key. */
export const headBytes = 1 + nonceBytes + 32 + tagBytes

export const sealCredential = (masterKey: string, place: Place, credential: Record<string, string>): Buffer =>
  sealBytes(masterKey, place, Buffer.from(JSON.stringify(credential)))

/** Seals any bytes, such as a piece of a file. */
export function sealBytes(masterKey: string, place: Place, plain: Buffer): Buffer {
  const recordKey = randomBytes(32)
  const wrapped = seal(wrappingKey(masterKey), place, recordKey)
  return Buffer.concat([Buffer.from([version]), wrapped, seal(recordKey, place, plain)])
}

/** Opens a credential. Throws when the key is another one, or when the secret was changed or moved. */
export const openCredential = (masterKey: string, place: Place, sealed: Buffer): Record<string, string> =>
  // sealCredential wrote it, and the authentication shows that it was not changed.
  JSON.parse(openBytes(masterKey, place, sealed).toString()) as Record<string, string>

/** The same for what `sealBytes` sealed. */
export function openBytes(masterKey: string, place: Place, sealed: Buffer): Buffer {
  return open(recordKeyOf(masterKey, place, sealed), place, sealed.subarray(headBytes))
}

/** The key of a value, opened by whichever master key of the process wrapped it. Throws what the first one says. */
function recordKeyOf(masterKey: string, place: Place, sealed: Buffer): Buffer {
  const [first = masterKey, ...others] = openingKeys(masterKey)
  try {
    return unwrapped(first, place, sealed)
  } catch (error) {
    for (const other of others) {
      const recordKey = unwrappedBy(other, place, sealed)
      if (recordKey) return recordKey
    }
    throw error
  }
}

function unwrapped(masterKey: string, place: Place, head: Buffer): Buffer {
  if (head[0] !== version) throw new Error('a sealed credential of an unknown version')
  return open(wrappingKey(masterKey), place, head.subarray(1, headBytes))
}

/** Undefined: this master key did not wrap it. */
function unwrappedBy(masterKey: string, place: Place, head: Buffer): Buffer | undefined {
  try {
    return unwrapped(masterKey, place, head)
  } catch {
    return undefined
  }
}

/** True when this master key, and no other one of the process, wrapped the key in the head of a sealed value. */
export const isWrappedBy = (masterKey: string, place: Place, head: Buffer): boolean =>
  unwrappedBy(masterKey, place, head) !== undefined

/** The head of a sealed value with its key wrapped by another master key; undefined when `former` does not open it. */
export function rewrapped(to: string, former: string, place: Place, head: Buffer): Buffer | undefined {
  const recordKey = unwrappedBy(former, place, head)
  return recordKey && Buffer.concat([Buffer.from([version]), seal(wrappingKey(to), place, recordKey)])
}

/** Distinguishes two master keys and reveals nothing about either. */
export const fingerprintOf = (masterKey: string): Buffer =>
  createHmac('sha256', Buffer.from(masterKey, 'base64')).update('kontor master key fingerprint').digest()

const wrappingKey = (masterKey: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', 'kontor credential wrapping key', 32))

const boundTo = ({ merchant, record }: Place) => Buffer.from(`${merchant}/${record}`)

function seal(key: Buffer, place: Place, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(place))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function open(key: Buffer, place: Place, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes)).setAAD(boundTo(place))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)), decipher.final()])
}
