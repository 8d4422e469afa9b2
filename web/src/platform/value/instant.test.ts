import { describe, expect, it } from 'vitest'
import { exactInstant, formatDay, formatInstant } from './instant.tsx'

describe('an instant', () => {
  it.each([
    ['Europe/Amsterdam', 'nl', '25 okt 2026, 02:30', '25 oktober 2026 om 02:30:00,000 GMT+02:00'],
    ['America/New_York', 'en-US', 'Oct 24, 2026, 20:30', 'October 24, 2026 at 20:30:00.000 GMT-04:00'],
    ['Asia/Kolkata', 'en-US', 'Oct 25, 2026, 06:00', 'October 25, 2026 at 06:00:00.000 GMT+05:30'],
  ])('is written in the zone of its reader, of 24 hours, with its offset: %s', (zone, language, short, exact) => {
    expect(formatInstant('2026-10-25T00:30:00.000Z', language, zone)).toBe(short)
    expect(exactInstant('2026-10-25T00:30:00.000Z', language, zone)).toBe(exact)
  })

  it('tells the two hours of an autumn night by their offset', () => {
    const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].map((at) =>
      exactInstant(at, 'en-US', 'Europe/Amsterdam'),
    )
    expect(first).toContain('02:30:00.000 GMT+02:00')
    expect(second).toContain('02:30:00.000 GMT+01:00')
  })
})

describe('a day of business', () => {
  it('is that day, wherever its reader is', () => {
    const before = process.env.TZ
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
      process.env.TZ = zone
      expect([formatDay('2026-10-31', 'nl'), formatDay('2026-10-31', 'en-US')]).toEqual(['31 okt 2026', 'Oct 31, 2026'])
    }
    process.env.TZ = before
  })
})
