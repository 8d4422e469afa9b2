import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../../test/harness.ts'
import { type Queue, type QueueWork, startQueue } from './queue.ts'

interface Item {
  owner: string
  name: string
}

/** A table in memory: claiming an item removes it. */
let waiting: Item[]
let done: string[]
let queue: Queue<Item>
afterEach(() => queue.stop())

function start(settings: Partial<QueueWork<Item>> = {}) {
  waiting = []
  done = []
  queue = startQueue<Item>({
    total: 4,
    each: 2,
    ownerOf: ({ owner }) => owner,
    poll_ms: 60_000,
    gather_ms: 1,
    claim: async ({ free, full }) => {
      const claimed = waiting.filter(({ owner }) => !full.includes(owner)).slice(0, free)
      waiting = waiting.filter((item) => !claimed.includes(item))
      return claimed
    },
    perform: async ({ name }) => void done.push(name),
    onError: () => {},
    ...settings,
  })
}
const put = (...names: string[]) => waiting.push(...names.map((name) => ({ owner: name.slice(0, 1), name })))
const doneAre = (names: string[]) =>
  until(
    async () => [...done].sort(),
    (seen) => seen.join() === names.join(),
    2_000,
  )
/** Longer than anything in these tests takes, except a poll. */
const aWhile = () => sleep(50)

it('a nudge is answered at once, also one that comes while it is looking', async () => {
  let looks = 0
  let go = () => {}
  start({
    claim: async ({ free }) => {
      looks += 1
      const claimed = waiting.splice(0, free)
      if (looks === 2)
        await new Promise<void>((resolve) => {
          go = resolve
        })
      return claimed
    },
  })
  await aWhile()
  put('a1')
  await aWhile()
  expect(done).toEqual([])
  queue.nudge()
  await aWhile()
  put('a2')
  queue.nudge()
  go()
  await doneAre(['a1', 'a2'])
})

it('without a nudge it looks as often as it is told to', async () => {
  start({ poll_ms: 20 })
  await aWhile()
  put('a1')
  await doneAre(['a1'])
})

it('told not to look, it performs what is handed over and leaves the table alone', async () => {
  start({ looks: false, poll_ms: 10 })
  put('a1')
  queue.nudge()
  await queue.doNow('b', async () => ({ owner: 'b', name: 'b1' }))
  await aWhile()
  expect([done, waiting.map(({ name }) => name)]).toEqual([['b1'], ['a1']])
})

it('stopping takes no more, turns away who waits for a place, and waits for those in hand', async () => {
  let finish = () => {}
  const inHand = new Promise<void>((resolve) => {
    finish = resolve
  })
  start({
    perform: async ({ name }) => {
      await inHand
      done.push(name)
    },
  })
  put('a1', 'a2')
  queue.nudge()
  await until(
    async () => waiting.length,
    (left) => left === 0,
  )
  const turnedAway = queue.doNow('a', async () => ({ owner: 'a', name: 'a3' }))
  let hasStopped = false
  const stopped = queue.stop().then(() => {
    hasStopped = true
  })
  put('c1')
  queue.nudge()
  await turnedAway
  await aWhile()
  expect([hasStopped, done]).toEqual([false, []])
  finish()
  await stopped
  expect(done.sort()).toEqual(['a1', 'a2'])
  expect(waiting).toHaveLength(1)
})

it('what was left for want of a place is taken when one comes free, and no owner has more than a share', async () => {
  let [most, inHand] = [0, 0]
  start({
    each: 1,
    perform: async ({ name }) => {
      inHand += 1
      most = Math.max(most, inHand)
      await sleep(5)
      inHand -= 1
      done.push(name)
    },
  })
  put('a1', 'b1', 'a2', 'a3')
  queue.nudge()
  await doneAre(['a1', 'a2', 'a3', 'b1'])
  expect(most).toBeLessThanOrEqual(2)
})

it('where the end of one makes another due, it is looked for at once', async () => {
  start({
    endMakesDue: true,
    perform: async ({ name }) => {
      done.push(name)
      if (name === 'a1') put('a2')
    },
  })
  put('a1')
  queue.nudge()
  await doneAre(['a1', 'a2'])
})

it('an error, of one or of looking, is reported and ends nothing else', async () => {
  const errors: unknown[] = []
  let isAway = true
  start({
    poll_ms: 10,
    claim: async ({ free }) => {
      if (isAway) throw new Error('away')
      return waiting.splice(0, free)
    },
    perform: async ({ name }) => {
      if (name === 'a1') throw new Error('defect')
      done.push(name)
    },
    onError: (error) => errors.push((error as Error).message),
  })
  put('a1', 'a2', 'a3')
  await until(
    async () => errors,
    (seen) => seen.length > 0,
  )
  isAway = false
  await doneAre(['a2', 'a3'])
  expect(new Set(errors)).toEqual(new Set(['away', 'defect']))
})
