/**
 * The keys beside the master key that a process was given (docs/adr/0160). The program hands on one text, the master key that
 * seals; what else belongs to it stands here, because a process has it from its start to its end.
 */
interface Keys {
  /** Further master keys that open what is sealed, while a rotation goes on. */
  others: readonly string[]
  /** What is derived from, if it is not the master key. `unknown`: the database could not be asked yet. */
  derivation?: string | 'unknown' | undefined
}

const rings = new Map<string, Keys>()

const ringOf = (masterKey: string): Keys => rings.get(masterKey) ?? { others: [] }

/** From now on `other` opens as well what is opened with the master key. */
export function openAlsoWith(masterKey: string, other: string): void {
  const ring = ringOf(masterKey)
  if (!ring.others.includes(other)) rings.set(masterKey, { ...ring, others: [...ring.others, other] })
}

/** From now on addresses and signatures are derived from this key. */
export function deriveFrom(masterKey: string, derivation: string | 'unknown'): void {
  rings.set(masterKey, { ...ringOf(masterKey), derivation })
}

/** The keys that may have sealed a value, the one that seals now first. */
export const openingKeys = (masterKey: string): readonly string[] => [masterKey, ...ringOf(masterKey).others]

/**
 * The key, in base64, from which everything is derived that others have: addresses of pages, signatures, fingerprints of IBANs. It
 * outlives master keys.
 */
export function derivationKey(masterKey: string): string {
  const { derivation = masterKey } = ringOf(masterKey)
  if (derivation === 'unknown') throw new Error('the database has not yet said what to derive from')
  return derivation
}

/** The same in bytes. */
export const derivationBytes = (masterKey: string): Buffer => Buffer.from(derivationKey(masterKey), 'base64')
