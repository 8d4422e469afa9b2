import { turnstile } from '../guessing/turnstile.ts'

const all = turnstile(16, 48)
/** Those of issuers that are asked right now. */
const each = new Map<string, { inTurn: ReturnType<typeof turnstile>; calls: number }>()

/** Calls an issuer, which may take seconds: each has a turnstile of its own, so one that is silent does not stop the others. */
export async function inTurnAt<T>(issuer: string, work: () => Promise<T>): Promise<T> {
  const own = each.get(issuer) ?? { inTurn: turnstile(4, 12), calls: 0 }
  each.set(issuer, own)
  own.calls += 1
  try {
    return await own.inTurn(() => all(work))
  } finally {
    own.calls -= 1
    if (own.calls === 0) each.delete(issuer)
  }
}
