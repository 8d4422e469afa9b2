import { createHmac, hkdfSync } from 'node:crypto'
import { derivationBytes } from '../platform/secrets/key-ring.ts'
import { openCredential, sealCredential } from '../platform/secrets/sealed.ts'

interface Of {
  /** The all-zero id for the provider's own accounts. */
  merchant: string
  id: string
}

/** The columns that stand for an IBAN: a copy of the database has no IBAN in it. */
export const ibanColumns = (masterKey: string, of: Of, iban: string) => ({
  iban: sealCredential(masterKey, placeOf(of), { iban }),
  iban_fingerprint: fingerprintOf(masterKey, iban),
  country_code: iban.slice(0, 2),
  iban_end: iban.slice(-4),
})

/** The whole IBAN of a row. Whoever calls this for a person records it. */
export const openIban = (masterKey: string, of: Of, sealed: Buffer): string =>
  openCredential(masterKey, placeOf(of), sealed)['iban'] ?? ''

/**
 * Equal for equal IBANs. It is keyed, because there are so few IBANs that a plain hash could be found by trying all of them.
 */
export const fingerprintOf = (masterKey: string, iban: string): Buffer =>
  createHmac('sha256', keyOf(masterKey)).update(iban).digest()

const keyOf = (masterKey: string) =>
  Buffer.from(hkdfSync('sha256', derivationBytes(masterKey), '', 'kontor iban fingerprint', 32))

const placeOf = ({ merchant, id }: Of) => ({ merchant, record: `bank_account/${id}/iban` })
