import { describe, expect, it } from 'vitest'
import { completed, periodFor, searchOf } from './dashboard-search.ts'
import { periodText } from './period-text.ts'

// In Amsterdam it is already the 31st.
const now = new Date('2026-03-30T22:30:00Z')
const zone = 'Europe/Amsterdam'

describe('the address of a dashboard', () => {
  it('gets the period day and one month back up to today where it says neither', () => {
    expect(completed({}, now, zone)).toEqual({
      search: { period: 'day', 'created_at>': '2026-02-28', 'created_at<': '2026-03-31' },
      dropped: [],
    })
  })

  it('keeps what it says, also a range without an end', () => {
    const search = { period: 'hour', 'created_at>': '2026-03-30T21:30:00.000Z', currency_code: 'GBP', output: 'volume' }
    expect(completed(search, now, zone)).toEqual({ search, dropped: [] })
  })

  it('drops what it does not know, and a range that ends before it begins', () => {
    const { search, dropped } = completed(
      { period: 'year', 'created_at>': '2026-03-02', 'created_at<': '2026-03-01', status: 'DECLINED' },
      now,
      zone,
    )
    expect(search).toEqual({ period: 'day', 'created_at>': '2026-02-28', 'created_at<': '2026-03-31' })
    expect(dropped).toEqual(['period', 'status'])
  })

  it('takes a coarser period where the statistics could not answer, and says so', () => {
    const { search, tooShort } = completed(
      { period: 'hour', 'created_at>': '2020-01-01', 'created_at<': '2026-03-31' },
      now,
      zone,
    )
    expect([tooShort, search.period]).toEqual(['hour', 'day'])
  })
})

it.each([
  ['2026-03-30T21:30:00.000Z', undefined, 'hour'],
  ['2026-03-30', '2026-03-31', 'day'],
  ['2025-04-01', '2026-03-31', 'day'],
  ['2020-01-01', '2026-03-31', 'week'],
])('a chosen range from %s to %s is shown in a line that can be read: per %s', (from, to, period) => {
  expect(periodFor(searchOf({ period: 'day', 'created_at>': from, ...(to ? { 'created_at<': to } : {}) }), now)).toBe(
    period,
  )
})

it('tells the two hours of an autumn night by their instants, in the clock of the zone', () => {
  const hours = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z']
  expect(hours.map((hour) => periodText('nl', zone, 'hour', hour).short)).toEqual([
    '25 okt 02:00',
    '25 okt 02:00',
    '25 okt 03:00',
  ])
})
