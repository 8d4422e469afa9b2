import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for whoever shall hold them; we keep only the hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
