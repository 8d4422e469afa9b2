import { describe, expect, it } from 'vitest'
import { retryAfter } from './retry-after.ts'

describe('a receiver that says when to come back', () => {
  const now = new Date('2026-11-21T12:00:00Z')

  it.each([
    ['120', 120_000],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    [undefined, undefined],
  ])('as %s is understood', (header, wait_ms) => expect(retryAfter(header, now)).toBe(wait_ms))
})
