import { Refusal } from '@kontor/contract/refusal'
import { openSlots, type Slots } from '../jobs/slots.ts'
import type { Actor } from './actor.ts'

/** The most requests of one owner that wait for a connection; further ones are refused. */
const longestQueue = 100

/**
 * The connections of a pool as requests share them. One owner gets two thirds of them at most, and those who wait are served in
 * turn, owner by owner: the slow requests of one do not keep the others out (docs/adr/0236). One connection is left to what has no
 * share, such as the look-up of who asks.
 */
export const openShares = (size: number): Slots =>
  openSlots({ total: Math.max(1, size - 1), each: Math.max(1, Math.floor((size * 2) / 3)), longestQueue })

/** Runs the transaction of a request when its owner may use one more connection. */
export async function inShare<T>(shares: Slots, { scope, kind, id }: Actor, run: () => Promise<T>): Promise<T> {
  // Of the provider, each person and each key has a share; a merchant has one in all.
  const owner = scope.merchant ?? `${kind} ${id}`
  if (!(await shares.enter(owner))) throw new Refusal('unavailable')
  try {
    return await run()
  } finally {
    shares.leave(owner)
  }
}
