import { describe, expect, it } from 'vitest'
import { retryWaits_ms, waitAfter } from './schedule.ts'

const hour_ms = 3_600_000
const waits = (chance: number) =>
  retryWaits_ms.map((_, index) => waitAfter({ attempts: index + 1 }, retryWaits_ms, chance))
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe('ten attempts', () => {
  it('are spread over 75 hours, each wait longer than the one before', () => {
    expect(retryWaits_ms).toHaveLength(9)
    expect(Math.floor(total(waits(0)) / hour_ms)).toBe(75)
    expect(waits(0)).toEqual([...waits(0)].sort((one, other) => one - other))
  })

  it('come at most a tenth later than planned, so that what failed together does not come back together', () => {
    for (const chance of [0, 0.3, 0.999])
      for (const [index, wait] of waits(chance).entries()) {
        const planned = retryWaits_ms[index] ?? 0
        expect(wait).toBeGreaterThanOrEqual(planned)
        expect(wait).toBeLessThanOrEqual(planned * 1.1)
      }
    expect(new Set(Array.from({ length: 20 }, () => waitAfter({ attempts: 9 }))).size).toBeGreaterThan(10)
  })
})

describe('a receiver that says when', () => {
  it('is given the time it asks for: never sooner than planned, and never more than a day', () => {
    const wait = (asked_ms: number) => waitAfter({ attempts: 1, retryAfter_ms: asked_ms }, retryWaits_ms, 0)
    expect([wait(0), wait(60_000), wait(400 * hour_ms)]).toEqual([5_000, 60_000, 24 * hour_ms])
  })
})
