import { addresses } from '../migrate.ts'
import type { Addresses } from '../platform/db/database.ts'
import type { Settings } from '../settings.ts'

type Given = Pick<Settings, 'KONTOR_MERCHANT_DATABASE_URL' | 'KONTOR_PROVIDER_DATABASE_URL' | 'KONTOR_MASTER_KEY'>

/**
 * The addresses of the two roles. One without a user is for the role of its name, and one without a password has the password
 * that follows from the master key.
 */
export const roleAddresses = (settings: Given): Addresses => ({
  merchantUrl: completed(settings.KONTOR_MERCHANT_DATABASE_URL, 'merchantUrl', settings.KONTOR_MASTER_KEY),
  providerUrl: completed(settings.KONTOR_PROVIDER_DATABASE_URL, 'providerUrl', settings.KONTOR_MASTER_KEY),
})

function completed(given: string, role: keyof Addresses, masterKey: string): string {
  const url = new URL(given)
  const own = new URL(addresses(given, masterKey)[role])
  url.username ||= own.username
  url.password ||= own.password
  return url.href
}
