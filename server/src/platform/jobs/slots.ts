/**
 * Slots for the items in hand: a total, and a share for one owner, so that an owner with a slow processor does not hold
 * up the others. Waiting items are served in turn, owner by owner.
 */
export interface Slots {
  /** The number of slots that are free. */
  free(): number
  /** The owners who have used up their share. */
  full(): string[]
  /**
   * Waits for a slot. True: the slot is taken. False: the slots were closed, or too many wait already, which `always`
   * ignores.
   */
  enter(owner: string, always?: 'always'): Promise<boolean>
  /** Takes a slot even beyond the owner's share, also one of those that are kept. */
  force(owner: string): void
  leave(owner: string): void
  /** Gives false to all who wait. */
  close(): void
}

interface Numbers {
  total: number
  each: number
  longestQueue: number
  /** Slots that nobody gets by waiting. */
  kept?: number
}

export function openSlots({ total, each, longestQueue, kept = 0 }: Numbers): Slots {
  const inHand = new Map<string, number>()
  const queues = new Map<string, ((entered: boolean) => void)[]>()
  let taken = 0
  let closed = false

  const count = (owner: string) => inHand.get(owner) ?? 0
  const fits = (owner: string) => taken < total - kept && count(owner) < each
  const force = (owner: string) => {
    taken += 1
    inHand.set(owner, count(owner) + 1)
  }
  const admitNext = () => {
    for (const [owner, queue] of queues) {
      if (!fits(owner)) continue
      const admit = queue.shift()
      // The owner goes to the end of the line, or leaves it when nothing of his waits.
      queues.delete(owner)
      if (queue.length > 0) queues.set(owner, queue)
      force(owner)
      admit?.(true)
      return
    }
  }

  return {
    free: () => total - taken,
    full: () => [...inHand.keys()].filter((owner) => count(owner) >= each),
    async enter(owner, always) {
      if (closed) return false
      const queue = queues.get(owner) ?? []
      if (queue.length === 0 && fits(owner)) {
        force(owner)
        return true
      }
      if (queue.length >= longestQueue && !always) return false
      queues.set(owner, queue)
      return new Promise((resolve) => queue.push(resolve))
    },
    force,
    leave(owner) {
      taken -= 1
      if (count(owner) > 1) inHand.set(owner, count(owner) - 1)
      else inHand.delete(owner)
      admitNext()
    },
    close() {
      closed = true
      for (const queue of queues.values()) for (const admit of queue) admit(false)
      queues.clear()
    },
  }
}
