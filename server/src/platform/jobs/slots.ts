/**
 * Places for the work in hand: so many in all, and so many for one owner, so that one whose processor is slow does not
 * hold up everybody. Who waits is served in turn, owner by owner.
 */
export interface Slots {
  /** How many more may begin. */
  free(): number
  /** The owners who have all that one may have. */
  full(): string[]
  /** True: the place is taken. False: too many wait already, or it is closing time. */
  enter(owner: string): Promise<boolean>
  /** Takes a place even beyond the owner's share. */
  force(owner: string): void
  leave(owner: string): void
  /** Sends away those who wait. */
  close(): void
}

export function openSlots({ total, each, longestQueue }: { total: number; each: number; longestQueue: number }): Slots {
  const inHand = new Map<string, number>()
  const queues = new Map<string, ((entered: boolean) => void)[]>()
  let taken = 0
  let closed = false

  const count = (owner: string) => inHand.get(owner) ?? 0
  const fits = (owner: string) => taken < total && count(owner) < each
  const force = (owner: string) => {
    taken += 1
    inHand.set(owner, count(owner) + 1)
  }
  const admitNext = () => {
    for (const [owner, queue] of queues) {
      if (!fits(owner)) continue
      const admit = queue.shift()
      // To the end of the line, and out of it when nobody is left.
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
    async enter(owner) {
      if (closed) return false
      const queue = queues.get(owner) ?? []
      if (queue.length === 0 && fits(owner)) {
        force(owner)
        return true
      }
      if (queue.length >= longestQueue) return false
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
