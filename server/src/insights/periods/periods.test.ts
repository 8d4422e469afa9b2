import { describe, expect, it } from 'vitest'
import { offsetsOf } from '../../platform/time/time-zone.ts'
import { bucketsOf, comparisonOf } from './periods.ts'

const amsterdam = offsetsOf('Europe/Amsterdam')
const at = (text: string) => Date.parse(text)
const compare = (from: string, to: string, period: 'hour' | 'day' | 'week' | 'month', now: string) => {
  const {
    passed: _,
    unfinished: _now,
    ...others
  } = comparisonOf({ from: at(from), to: at(to) }, period, at(now), amsterdam)
  return Object.fromEntries(
    Object.entries(others).map(([name, span]) => [
      name,
      [span.from, span.to].map((time) => new Date(time).toISOString().slice(0, 16)),
    ]),
  )
}

describe('growth compares', () => {
  it('whole days that are over with as many days before, also over a change of the clocks', () => {
    // 28 days in Amsterdam up to the end of 11 April; summer time began on 29 March.
    expect(compare('2026-03-14T23:00Z', '2026-04-11T22:00Z', 'day', '2026-11-21T12:00Z')).toEqual({
      previous: ['2026-02-14T23:00', '2026-03-14T23:00'],
      current: ['2026-04-10T22:00', '2026-04-11T22:00'],
      previous_current: ['2026-04-09T22:00', '2026-04-10T22:00'],
    })
  })

  it('what has passed of the range, and of the period, with as much of the one before', () => {
    // The current month, on its tenth day at noon.
    expect(compare('2026-11-01T23:00Z', '2026-12-01T23:00Z', 'week', '2026-11-11T11:00Z')).toEqual({
      previous: ['2026-10-02T22:00', '2026-10-12T10:00'],
      current: ['2026-11-08T23:00', '2026-11-11T11:00'],
      previous_current: ['2026-11-01T23:00', '2026-11-04T11:00'],
    })
  })

  it('the last hours with as many hours before', () => {
    expect(compare('2026-11-20T10:15Z', '2026-11-21T10:15Z', 'hour', '2026-11-21T10:15Z')).toEqual({
      previous: ['2026-11-19T10:15', '2026-11-20T10:15'],
      current: ['2026-11-21T10:00', '2026-11-21T10:15'],
      previous_current: ['2026-11-21T09:00', '2026-11-21T09:15'],
    })
  })

  it('the 31st of a month with the end of a shorter one, never beyond it', () => {
    expect(compare('2026-03-01T23:00Z', '2026-03-31T22:00Z', 'month', '2026-03-31T20:00Z').previous_current).toEqual([
      '2026-02-01T23:00',
      '2026-02-28T23:00',
    ])
  })
})

describe('a period is unfinished', () => {
  const unfinished = (from: string, to: string, now: string) => {
    const span = { from: at(from), to: at(to) }
    const buckets = bucketsOf(span, 'day', amsterdam, at(now)).filter((bucket) => bucket.unfinished)
    return [buckets.map(({ period }) => period), comparisonOf(span, 'day', at(now), amsterdam).unfinished]
  }

  it('while it is now, also when the range goes on after it, or ends now', () => {
    const now = '2026-11-22T00:20Z'
    expect(unfinished('2026-11-19T23:00Z', '2026-11-22T23:00Z', now)).toEqual([['2026-11-22'], true])
    expect(unfinished('2026-11-19T23:00Z', '2026-11-29T23:00Z', now)).toEqual([['2026-11-22'], true])
    expect(unfinished('2026-11-19T23:00Z', now, now)).toEqual([['2026-11-22'], true])
    expect(unfinished('2026-11-19T23:00Z', '2026-11-21T23:00Z', now)).toEqual([[], false])
    expect(unfinished('2026-11-24T23:00Z', '2026-11-25T23:00Z', now)).toEqual([[], false])
  })
})

describe('the hours of a chart are those of the zone’s clock', () => {
  const hours = (zone: string, from: string, to: string) =>
    bucketsOf({ from: at(from), to: at(to) }, 'hour', offsetsOf(zone), 0).map((bucket) => bucket.period.slice(11, 16))

  it('also where they begin at a half or three quarters of UTC', () => {
    expect(hours('Asia/Kolkata', '2026-03-01T18:30Z', '2026-03-01T20:30Z')).toEqual(['18:30', '19:30'])
    expect(hours('Asia/Kathmandu', '2026-03-01T18:30Z', '2026-03-01T20:15Z')).toEqual(['18:15', '19:15'])
  })

  it('and are parted where a clock is moved by half an hour', () => {
    expect(hours('Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-04T17:00Z')).toEqual([
      '13:00',
      '14:00',
      '15:00',
      '15:30',
      '16:30',
    ])
    expect(hours('Australia/Lord_Howe', '2025-10-04T14:30Z', '2025-10-04T17:00Z')).toEqual(['14:30', '15:30', '16:00'])
  })

  it('and no zone of the world has moved to another part of an hour since 2016', () => {
    const odd = Intl.supportedValuesOf('timeZone').filter((zone) => {
      const offsetAt = offsetsOf(zone)
      return Array.from({ length: 14 * 12 }, (_, month) => offsetAt(Date.UTC(2016, month))).some(
        (ahead) => ![0, 30, 45].includes((((ahead / 60_000) % 60) + 60) % 60),
      )
    })
    expect(odd).toEqual([])
  })
})
