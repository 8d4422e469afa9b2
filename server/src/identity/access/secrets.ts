import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, for somebody else to keep; we store only the hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
