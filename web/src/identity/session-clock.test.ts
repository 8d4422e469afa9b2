import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Left, type Shared, sessionClock } from './session-clock.ts'

const minute_ms = 60_000
const idle_ms = 30 * minute_ms
const left: Left = { idle_ms, total_ms: 12 * 60 * minute_ms }

/** One browser: the storage that its tabs share, and a server that grants thirty minutes at every call. */
function browser() {
  let shared: Shared | undefined
  const tell = vi.fn(async () => left)
  const openTab = () => {
    const onEnd = vi.fn()
    const clock = sessionClock({
      now: () => Date.now(),
      tell,
      shared: { read: () => shared, write: (value) => (shared = value) },
      onEnd,
    })
    const timer = setInterval(clock.check, 2_000)
    timers.push(timer)
    return { clock, onEnd, freeze: () => clearInterval(timer) }
  }
  return { tell, openTab }
}

const timers: ReturnType<typeof setInterval>[] = []
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer)
  vi.useRealTimers()
})
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the clock of a session', () => {
  it('warns two minutes before thirty silent ones are over, counts down, and ends', async () => {
    const { clock, onEnd } = browser().openTab()
    clock.start(left)
    await wait(28 * minute_ms - 1_000)
    expect(clock.warning()).toBeUndefined()
    await wait(1_000)
    expect(clock.warning()).toBe(120)
    await wait(90_000)
    expect(clock.warning()).toBe(30)
    expect(onEnd).not.toHaveBeenCalled()
    await wait(30_000)
    expect(onEnd.mock.calls).toEqual([['inactive']])
    await wait(minute_ms)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  it('tells the server at most once a minute, and nothing while nobody is there', async () => {
    const { tell, openTab } = browser()
    const { clock } = openTab()
    clock.start(left)
    for (let second = 0; second < 300; second++) {
      clock.note()
      await wait(1_000)
    }
    expect(tell.mock.calls.length).toBeGreaterThanOrEqual(4)
    expect(tell.mock.calls.length).toBeLessThanOrEqual(5)
    tell.mockClear()
    await wait(20 * minute_ms)
    // The last movements came after the last call to the server.
    expect(tell.mock.calls.length).toBeLessThanOrEqual(1)
  })

  it('goes on from the last movement, and tells at once when it warns', async () => {
    const { tell, openTab } = browser()
    const { clock, onEnd } = openTab()
    clock.start(left)
    await wait(29 * minute_ms)
    clock.note()
    await wait(2_000)
    expect(tell).toHaveBeenCalledTimes(1)
    expect(clock.warning()).toBeUndefined()
    await wait(27 * minute_ms)
    expect(onEnd).not.toHaveBeenCalled()
    await wait(3 * minute_ms + 2_000)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  it('stays when somebody says so', async () => {
    const { clock } = browser().openTab()
    clock.start(left)
    await wait(29 * minute_ms)
    expect(clock.warning()).toBeDefined()
    await clock.stay()
    expect(clock.warning()).toBeUndefined()
  })

  it('agrees with the other tabs: who is active in one is active in all', async () => {
    const { openTab } = browser()
    const [busy, quiet] = [openTab(), openTab()]
    busy.clock.start(left)
    quiet.clock.start(left)
    for (let minute = 0; minute < 90; minute++) {
      busy.clock.note()
      await wait(minute_ms)
      expect(quiet.clock.warning()).toBeUndefined()
    }
    await wait(29 * minute_ms)
    expect(busy.clock.warning()).toBe(quiet.clock.warning())
    await wait(2 * minute_ms)
    expect(busy.onEnd.mock.calls).toEqual([['inactive']])
    expect(quiet.onEnd.mock.calls).toEqual([['inactive']])
  })

  it('does not end a session from a tab that was asleep while another was used', async () => {
    const { openTab } = browser()
    const [busy, asleep] = [openTab(), openTab()]
    busy.clock.start(left)
    asleep.clock.start(left)
    asleep.freeze()
    for (let minute = 0; minute < 45; minute++) {
      busy.clock.note()
      await wait(minute_ms)
    }
    asleep.clock.check()
    expect(asleep.onEnd).not.toHaveBeenCalled()
  })

  it('ends at its absolute limit, however active somebody is, and does not call that silence', async () => {
    const { tell, openTab } = browser()
    const { clock, onEnd } = openTab()
    tell.mockImplementation(async () => ({ idle_ms, total_ms: 0 }))
    clock.start({ idle_ms, total_ms: 10 * minute_ms })
    await wait(10 * minute_ms)
    expect(onEnd.mock.calls).toEqual([['ended']])
  })

  it('tells again what the server did not hear', async () => {
    const { tell, openTab } = browser()
    const { clock } = openTab()
    clock.start(left)
    tell.mockRejectedValueOnce(new Error('no connection'))
    await wait(2 * minute_ms)
    clock.note()
    await wait(4_000)
    expect(tell).toHaveBeenCalledTimes(2)
  })
})
