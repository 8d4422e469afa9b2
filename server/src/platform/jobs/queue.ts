import { setTimeout as sleep } from 'node:timers/promises'
import { openSlots } from './slots.ts'

/** How much more may be claimed. */
export interface Room<Item> {
  free: number
  /** The owners who have all that one may have in hand. */
  full: string[]
  inHand: Iterable<Item>
}

export interface QueueWork<Item> {
  /** How many at once in this process. */
  readonly total: number
  /** How many of them for one owner. Without it as many as there are. */
  readonly each?: number
  readonly ownerOf?: (item: Item) => string
  /** How often it looks for what was left lying. */
  readonly poll_ms: number
  /** What ends or is wanted in so short a time is answered by one look. */
  readonly gather_ms: number
  /** Takes what is due, for the length of a lease. Two queues never take the same. */
  readonly claim: (room: Room<Item>) => Promise<Item[]>
  /** Does one, and writes down how that went: done, or due again later. An error leaves it to its lease. */
  readonly perform: (item: Item) => Promise<unknown>
  /** The end of one may make another one due. */
  readonly endMakesDue?: boolean
  readonly onError: (error: unknown) => void
}

export interface Queue<Item> {
  /** Something was just committed: does not wait for the next look. */
  nudge(): void
  /** Does one that was just committed; settles when this try is over. */
  doNow(owner: string, claim: () => Promise<Item | undefined>): Promise<void>
  /** Takes no more and waits for those in hand. */
  stop(): Promise<void>
}

/** So many of an owner wait for a place; those beyond lie in their table until they are due. */
const longestQueue = 200

/** Performs what lies in a table, by whoever wrote it or by looking for it. What is peculiar to the table is handed over. */
export function startQueue<Item>(work: QueueWork<Item>): Queue<Item> {
  const {
    total,
    each = total,
    ownerOf = () => '',
    poll_ms,
    gather_ms,
    claim,
    perform,
    endMakesDue = false,
    onError,
  } = work
  const slots = openSlots({ total, each, longestQueue })
  const items = new Set<Item>()
  const tries = new Set<Promise<void>>()
  let isStopping = false
  let isNudged = false
  let hasEnded = false
  let mayFollow = true
  let wake = () => {}

  const performing = (item: Item): Promise<unknown> => {
    items.add(item)
    return perform(item).finally(() => items.delete(item))
  }
  /** Work in a place that was taken. */
  const inPlace = (owner: string, begun: Promise<unknown>): Promise<void> => {
    const tried = begun
      .then(() => {}, onError)
      .finally(() => {
        tries.delete(tried)
        slots.leave(owner)
        hasEnded = true
        if (mayFollow) wake()
      })
    tries.add(tried)
    return tried
  }
  /** True when something may have been left lying for want of a place. */
  const takeDue = async (): Promise<boolean> => {
    const free = Math.min(slots.free(), each)
    const full = slots.full()
    if (free <= 0) return true
    const claimed = await claim({ free, full, inHand: items })
    for (const item of claimed) {
      slots.force(ownerOf(item))
      inPlace(ownerOf(item), performing(item))
    }
    return claimed.length === free || full.length > 0
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, poll_ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const look = async () => {
    while (!isStopping) {
      isNudged = false
      hasEnded = false
      const isShort = await takeDue().catch(onError)
      mayFollow = isShort === true || endMakesDue
      if (!isStopping && !isNudged && !(hasEnded && mayFollow)) await pause()
      await sleep(gather_ms)
    }
  }
  const looking = look()

  return {
    nudge() {
      isNudged = true
      wake()
    },
    async doNow(owner, claimIt) {
      if (!(await slots.enter(owner))) return
      const claimed = async () => {
        const item = await claimIt()
        if (item !== undefined) await performing(item)
      }
      await inPlace(owner, claimed())
    },
    async stop() {
      isStopping = true
      slots.close()
      wake()
      await looking
      await Promise.all(tries)
    },
  }
}
