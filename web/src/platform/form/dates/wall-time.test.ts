import { describe, expect, it } from 'vitest'
import { instantFrom, wallTimeOf } from './wall-time.ts'

describe('the time of a wall', () => {
  it.each([
    ['2026-07-01 14:30:00', '2026-07-01T12:30:00.000Z', 'Europe/Amsterdam'],
    ['2026-01-01 00:00:00', '2025-12-31T23:00:00.000Z', 'Europe/Amsterdam'],
    ['2026-11-01 12:00:00', '2026-11-01T06:30:00.000Z', 'Asia/Kolkata'],
    ['2026-11-01 12:00:00', '2026-11-01T17:00:00.000Z', 'America/New_York'],
  ])('%s is %s in %s', (wall, instant, zone) => {
    expect(instantFrom(wall, zone)).toBe(instant)
    expect(wallTimeOf(instant, zone)).toBe(wall)
  })

  it('takes the first of the hour that comes twice', () =>
    expect(instantFrom('2026-10-25 02:30:00', 'Europe/Amsterdam')).toBe('2026-10-25T00:30:00.000Z'))

  it('takes the hour after the one that is skipped', () =>
    expect(instantFrom('2026-03-29 02:30:00', 'Europe/Amsterdam')).toBe('2026-03-29T01:30:00.000Z'))
})
