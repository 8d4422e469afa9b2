import { expect, it } from 'vitest'
import { dayAhead } from './day-ahead.ts'

it.each([
  // It is tomorrow there already, and today here.
  ['2026-11-03T23:30:00Z', 'Europe/Amsterdam', 0, '2026-11-04'],
  ['2026-11-03T23:30:00Z', 'UTC', 0, '2026-11-03'],
  ['2026-11-04T03:00:00Z', 'America/New_York', 7, '2026-11-10'],
  // The day on which clocks are set back has 25 hours.
  ['2026-10-24T22:30:00Z', 'Europe/Amsterdam', 1, '2026-10-26'],
])('at %s in %s, %i days ahead is %s', (now, zone, days, day) => expect(dayAhead(days, new Date(now), zone)).toBe(day))
