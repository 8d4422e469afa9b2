import { setTimeout as sleep } from 'node:timers/promises'
import { type About, about } from './about.ts'
import { openSlots } from './slots.ts'

/** The room for more items. */
export interface Room<Item> {
  free: number
  /** The owners with as many items in hand as one owner may have. */
  full: string[]
  inHand: Iterable<Item>
}

export interface QueueWork<Item> {
  /** The most items in hand at once in this process. */
  readonly total: number
  /** The most items in hand for one owner; by default the same as `total`. */
  readonly each?: number
  readonly ownerOf?: (item: Item) => string
  /** Milliseconds between two looks for items in the table. */
  readonly poll_ms: number
  /** The queue waits this long before the next look, so that several ends and nudges lead to one look. */
  readonly gather_ms: number
  /** Takes due items for the length of a lease. Two queues never take the same item. */
  readonly claim: (room: Room<Item>) => Promise<Item[]>
  /**
   * Takes the due item of one owner that has waited the longest. Needed where items are handed over: those that wait for a
   * slot would otherwise take each one that comes free, and items in the table would never be performed.
   */
  readonly claimOf?: (owner: string) => Promise<Item | undefined>
  /**
   * Performs one item and records how that went: done, or due again later. After an error the item is due when its
   * lease ends.
   */
  readonly perform: (item: Item) => Promise<unknown>
  /** False: it performs what is handed over, and another process looks for items in the table. */
  readonly looks?: boolean
  /** The end of one item may make another one due. */
  readonly endMakesDue?: boolean
  /** The ids of an item, for the log line of its error. */
  readonly aboutOf?: (item: Item) => About
  readonly onError: (error: unknown) => void
}

export interface Queue<Item> {
  /** Looks at once, because something was just committed. */
  nudge(): void
  /** Performs an item that was just committed; settles when this try is over. */
  doNow(owner: string, claim: () => Promise<Item | undefined>): Promise<void>
  /** Takes no more items and waits for those in hand. */
  stop(): Promise<void>
}

/** The most items of one owner that wait for a slot; further ones stay in their table until they are due. */
const longestQueue = 200

/** One slot of so many is kept for items of the table. */
const keptShare = 8

/**
 * Performs the items of a table: those that their writer hands over, and those that it finds by looking. `work` knows
 * the table.
 */
export function startQueue<Item>(work: QueueWork<Item>): Queue<Item> {
  const {
    total,
    each = total,
    ownerOf = () => '',
    poll_ms,
    gather_ms,
    claim,
    claimOf,
    perform,
    looks = true,
    endMakesDue = false,
    aboutOf = () => ({}),
    onError,
  } = work
  // Owners who hand over more than they are served may not take the last slots from what others have in the table.
  const slots = openSlots({ total, each, longestQueue, kept: claimOf ? Math.floor(total / keptShare) : 0 })
  const standing = new Set<string>()
  const items = new Set<Item>()
  const tries = new Set<Promise<void>>()
  let isStopping = false
  let isNudged = false
  let hasEnded = false
  let mayFollow = true
  let wake = () => {}

  const performing = (item: Item): Promise<unknown> => {
    items.add(item)
    return perform(item)
      .catch((error: unknown) => {
        throw about(error, aboutOf(item))
      })
      .finally(() => items.delete(item))
  }
  /** Runs work in a slot that was taken. */
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
  /** Lets the table wait for one slot of this owner, in line with the items that were handed over. */
  const standInLine = (owner: string) => {
    if (!claimOf || standing.has(owner)) return
    standing.add(owner)
    const claimed = async () => {
      const item = await claimOf(owner)
      if (item !== undefined) await performing(item)
    }
    void slots.enter(owner, 'always').then((isEntered) => {
      standing.delete(owner)
      if (isEntered) void inPlace(owner, claimed())
    })
  }
  /** True when items may be left in the table because no slot was free. */
  const takeDue = async (): Promise<boolean> => {
    const free = Math.min(slots.free(), each)
    const full = slots.full()
    for (const owner of full) standInLine(owner)
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
  const looking = looks ? look() : Promise.resolve()

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
