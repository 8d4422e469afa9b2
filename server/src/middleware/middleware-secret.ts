import { hkdfSync } from 'node:crypto'
import { derivationBytes } from '../platform/secrets/key-ring.ts'

interface Signing {
  merchant_id: string
  id: string
  secret_version: number
  previous_until: string | null
}

/**
 * The secret that signs the calls to a middleware (standardwebhooks). It is derived from the master key outside the
 * database: a reader of the database cannot sign.
 */
export function middlewareSecret(
  masterKey: string,
  { merchant_id, id, secret_version }: Pick<Signing, 'merchant_id' | 'id' | 'secret_version'>,
): string {
  const purpose = `kontor middleware ${id} ${secret_version}`
  const key = hkdfSync('sha256', derivationBytes(masterKey), merchant_id, purpose, 32)
  return `whsec_${Buffer.from(key).toString('base64')}`
}

/** The secrets that sign now, the newest first. */
export function livingMiddlewareSecrets(masterKey: string, of: Signing, now: Date): string[] {
  const isOverlapping = of.previous_until !== null && Date.parse(of.previous_until) > now.getTime()
  const versions = [of.secret_version, ...(isOverlapping ? [of.secret_version - 1] : [])]
  return versions.map((secret_version) => middlewareSecret(masterKey, { ...of, secret_version }))
}
