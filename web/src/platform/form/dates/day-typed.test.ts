import { expect, it } from 'vitest'
import { dayTyped } from './day-typed.ts'

it.each([
  ['31-12-2026', 'nl', '2026-12-31'],
  ['1/2/2027', 'nl', '2027-02-01'],
  ['1/2/2027', 'en-US', '2027-01-02'],
  ['29-02-2028', 'nl', '2028-02-29'],
  ['2026-10-05', 'nl', '2026-10-05'],
  ['31-02-2027', 'nl', undefined],
  ['31-12-26', 'nl', undefined],
  ['13/31/2026', 'en-US', undefined],
  ['-5', 'nl', undefined],
  ['150', 'nl', undefined],
  ['1-1-2026 12', 'nl', undefined],
  ['tomorrow', 'en-US', undefined],
])('reads %s in %s as %s', (typed, language, day) => expect(dayTyped(typed, language)).toBe(day))
