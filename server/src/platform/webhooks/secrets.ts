import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import type { Reader } from '../db/database.ts'
import { asFixed } from '../db/kept-plans.ts'
import { derivationBytes } from '../secrets/key-ring.ts'

/**
 * The secret that signs a merchant's webhooks (standardwebhooks). It is derived from the master key outside the
 * database, the merchant and a version: a reader of the database cannot sign.
 */
export function webhookSecret(masterKey: string, merchant: string, version: number): string {
  const purpose = `kontor notification signature${version === 0 ? '' : ` ${version}`}`
  const key = hkdfSync('sha256', derivationBytes(masterKey), merchant, purpose, 32)
  return `whsec_${Buffer.from(key).toString('base64')}`
}

export interface LivingSecret {
  version: number
  secret: string
  expires_at: string | null
}

/** The valid secrets, the newest first. A replaced secret stays valid for some time. */
export async function livingSecrets(
  db: Reader,
  masterKey: string,
  merchant: string,
  now: Date,
): Promise<LivingSecret[]> {
  const found = db
    .selectFrom('webhook_secret')
    .select(['version', 'expires_at'])
    .where('merchant_id', '=', merchant)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now.toISOString())]))
    .orderBy('version', 'desc')
  const { rows } = await asFixed(found).execute(db)
  const living = rows.length > 0 ? rows : [{ version: 0, expires_at: null }]
  return living.map((row) => ({ ...row, secret: webhookSecret(masterKey, merchant, row.version) }))
}

// PKCS #8 puts these bytes before the seed of an Ed25519 key (RFC 8410).
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The private key of a merchant. Its public key lets anybody verify our webhooks without a secret. It is derived from
 * the master key too, and never changes.
 */
function privateKey(masterKey: string, merchant: string): KeyObject {
  const seed = hkdfSync('sha256', derivationBytes(masterKey), merchant, 'kontor notification key pair', 32)
  return createPrivateKey({ key: Buffer.concat([pkcs8, Buffer.from(seed)]), format: 'der', type: 'pkcs8' })
}

/** The public key in the form of Standard Webhooks; it verifies `v1a` signatures. */
export function publicKey(masterKey: string, merchant: string): string {
  const { x = '' } = createPublicKey(privateKey(masterKey, merchant)).export({ format: 'jwk' })
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`
}

/** The `v1a` signature of a webhook, over the same text as the signature by the secret. */
export function signedByKey(masterKey: string, merchant: string, id: string, at: Date, body: string): string {
  const words = `${id}.${Math.floor(at.getTime() / 1000)}.${body}`
  return `v1a,${sign(null, Buffer.from(words), privateKey(masterKey, merchant)).toString('base64')}`
}
