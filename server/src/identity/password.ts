import { Refusal } from '@kontor/contract/refusal'
import { hash, verify } from '@node-rs/argon2'

// OWASP's parameters for Argon2id (the library's default algorithm).
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
// Half a second's worth. Whoever would stand further back is asked to come again.
const longestQueue = 24

let running = 0
const waiting: (() => void)[] = []

/** A hash keeps a core busy for 20 ms or more: at most two run at once, so that signing in cannot starve everything else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) throw new Refusal('too_many_attempts', { retry_after: 1 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters))

let unknownUserHash: Promise<string> | undefined

/** False for a wrong password and, after the same time, for a user who has none or does not exist. */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  unknownUserHash ??= hashPassword('nobody has this password')
  const known = passwordHash ?? (await unknownUserHash)
  const matches = await inTurn(() => verify(known, password))
  return matches && passwordHash != null
}
