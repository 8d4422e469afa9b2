import type { Attempted } from '../outgoing/post-signed.ts'

/** Undefined: it is tried again. */
export type Outcome = 'delivered' | 'refused' | 'given_up' | undefined

/** What an attempt to tell somebody something comes to. */
export function outcomeOf({ attempts, tries }: { attempts: number; tries: number }, attempted: Attempted): Outcome {
  if (attempted.status >= 200 && attempted.status < 300) return 'delivered'
  if (isRefused(attempted)) return 'refused'
  return attempts >= tries ? 'given_up' : undefined
}

/** True for an answer that will not change later. Only answers such as "too early" and "too often" are tried again. */
const isRefused = ({ status, problem }: Attempted) =>
  problem === 'address_refused' || (status >= 300 && status < 500 && ![408, 425, 429].includes(status))
