import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { type Due, runLanes } from './lanes.ts'

let stop = new AbortController()
let due: Due<'letter'>[] = []
let looks = 0
let performed = 0

afterEach(() => stop.abort())

function start(lanes = 1, perform = async () => false) {
  stop = new AbortController()
  looks = 0
  performed = 0
  const look = async () => {
    looks += 1
    return due.shift() ?? { now: [], next_ms: undefined }
  }
  const counted = async () => {
    performed += 1
    return perform()
  }
  return runLanes({ letter: { lanes, perform: counted } }, look, { poll_ms: 60_000, stopping: stop.signal })
}

it('looks once while nothing is planned, and no lane asks for work', async () => {
  due = []
  start(4)
  await sleep(50)
  expect([looks, performed]).toEqual([1, 0])
})

it('looks again when the next work is due', async () => {
  due = [{ now: [], next_ms: 20 }]
  start()
  await expect.poll(() => looks).toBe(2)
})

it('looks at once when it is woken', async () => {
  due = [
    { now: [], next_ms: undefined },
    { now: ['letter'], next_ms: undefined },
  ]
  const { wake } = start()
  await sleep(20)
  wake()
  await expect.poll(() => performed).toBe(1)
})

it('performs in all lanes at the same time, and waits for them when it stops', async () => {
  due = [{ now: ['letter'], next_ms: undefined }]
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { ended } = start(4, () => held.then(() => false))
  await expect.poll(() => performed).toBe(4)
  stop.abort()
  expect(await Promise.race([ended.then(() => 'ended'), sleep(20, 'waiting')])).toBe('waiting')
  finish()
  await ended
})
