import { addresses } from '../migrate.ts'
import type { Addresses } from '../platform/db/database.ts'
import { signInAlsoBy } from '../platform/db/role-client.ts'
import type { Settings } from '../settings.ts'

type Given = Pick<
  Settings,
  'KONTOR_MERCHANT_DATABASE_URL' | 'KONTOR_PROVIDER_DATABASE_URL' | 'KONTOR_MASTER_KEY' | 'KONTOR_OTHER_MASTER_KEY'
>

/**
 * The addresses of the two roles. One without a user is for the role of its name, and one without a password has the password
 * that follows from the master key.
 */
export const roleAddresses = (settings: Given): Addresses => ({
  merchantUrl: completed(settings.KONTOR_MERCHANT_DATABASE_URL, 'merchantUrl', settings),
  providerUrl: completed(settings.KONTOR_PROVIDER_DATABASE_URL, 'providerUrl', settings),
})

function completed(
  given: string,
  role: keyof Addresses,
  { KONTOR_MASTER_KEY: masterKey, KONTOR_OTHER_MASTER_KEY: otherKey }: Given,
): string {
  const url = new URL(given)
  const own = new URL(addresses(given, masterKey)[role])
  url.username ||= own.username
  if (!url.password) {
    url.password = own.password
    if (otherKey) signInAlsoBy(own.password, new URL(addresses(given, otherKey)[role]).password)
  }
  return url.href
}
