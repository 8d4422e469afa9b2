import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { turnstile } from '../guessing/turnstile.ts'

// OWASP's parameters for Argon2id (the library's default algorithm).
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// A hash keeps a core busy for 20 ms or more, so one core is left for everything else. The queue is half a second of
// work.
const inTurn = turnstile(Math.min(2, Math.max(1, availableParallelism() - 1)), 24)

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters))

let unknownUserHash: Promise<string> | undefined

/** False for a wrong password, and after the same time for a user who does not exist or has no password. */
export async function isPasswordOf(
  passwordHash: string | null | undefined,
  password: string,
  goesAhead = false,
): Promise<boolean> {
  unknownUserHash ??= hashPassword('nobody has this password')
  const known = passwordHash ?? (await unknownUserHash)
  const matches = await inTurn(() => verify(known, password), goesAhead)
  return matches && passwordHash != null
}
