import { describe, expect, it } from 'vitest'
import { daysOf, nextDue, periodOf, type Rhythm } from './due-instants.ts'

const rhythm = (given: Partial<Rhythm> = {}): Rhythm => ({
  ...{ frequency: 'DAILY', weekdays: [], month_day: null, at_time: '02:30', time_zone: 'Europe/Amsterdam', ...given },
})
const dues = (of: Rhythm, after: string, count: number) => {
  const found: string[] = []
  for (let at = new Date(after); found.length < count; ) {
    at = nextDue(of, at)
    found.push(at.toISOString())
  }
  return found
}

describe('24: a schedule at 02:30 in Amsterdam', () => {
  it('is due once on 28 March 2027, which has no 02:30: at 03:00 (money check 24)', () => {
    expect(dues(rhythm(), '2027-03-26T12:00:00Z', 3)).toEqual([
      '2027-03-27T01:30:00.000Z',
      '2027-03-28T01:00:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ])
  })

  it('is due once on 31 October 2027, which has two of them: at the first (money check 24)', () => {
    expect(dues(rhythm(), '2027-10-29T12:00:00Z', 3)).toEqual([
      '2027-10-30T00:30:00.000Z',
      '2027-10-31T00:30:00.000Z',
      '2027-11-01T01:30:00.000Z',
    ])
  })
})

describe('a schedule', () => {
  it('of a week is due on its days, and one of a month on its day, or the last', () => {
    expect(
      dues(rhythm({ frequency: 'WEEKLY', weekdays: ['1', '5'], at_time: '09:00' }), '2026-11-23T12:00:00Z', 3),
    ).toEqual(['2026-11-27T08:00:00.000Z', '2026-11-30T08:00:00.000Z', '2026-12-04T08:00:00.000Z'])
    expect(dues(rhythm({ frequency: 'MONTHLY', month_day: 31, at_time: '00:00' }), '2028-01-31T12:00:00Z', 3)).toEqual([
      '2028-02-28T23:00:00.000Z',
      '2028-03-30T22:00:00.000Z',
      '2028-04-29T22:00:00.000Z',
    ])
  })

  it('has a period that follows from the instant at which it was due', () => {
    const due = new Date('2027-03-29T00:30:00.000Z')
    const of = (period: Parameters<typeof periodOf>[0]) => {
      const { from, to } = periodOf(period, rhythm(), due)
      return [from.toISOString(), to.toISOString()]
    }
    // The day before has 23 hours.
    expect(of('PREVIOUS_DAY')).toEqual(['2027-03-27T23:00:00.000Z', '2027-03-28T21:59:59.999Z'])
    expect(of('PREVIOUS_WEEK')).toEqual(['2027-03-21T23:00:00.000Z', '2027-03-28T21:59:59.999Z'])
    expect(of('PREVIOUS_MONTH')).toEqual(['2027-01-31T23:00:00.000Z', '2027-02-28T22:59:59.999Z'])
    expect(of('SINCE_LAST')).toEqual(['2027-03-28T01:00:00.000Z', '2027-03-29T00:29:59.999Z'])
  })

  it('of a list of days leaves out no day and has none twice, also where it runs more often', () => {
    const of = rhythm({ at_time: '00:30' })
    const runs = ['2027-03-27T23:30:00Z', '2027-03-28T10:00:00Z', '2027-03-29T22:30:00Z'].map((due) => new Date(due))
    expect(runs.map((due, at) => daysOf('SINCE_LAST', of, 'Europe/Amsterdam', due, runs[at - 1]))).toEqual([
      { from: '2027-03-27', to: '2027-03-27' },
      { from: '2027-03-28', to: '2027-03-27' },
      { from: '2027-03-28', to: '2027-03-29' },
    ])
  })

  it.each(['UTC', 'Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'America/Sao_Paulo'])(
    'has periods without gaps and overlaps through a year in %s',
    (time_zone) => {
      const of = rhythm({ time_zone })
      const all = dues(of, '2026-12-31T12:00:00Z', 366).map((due) => periodOf('PREVIOUS_DAY', of, new Date(due)))
      for (const [at, { from }] of all.entries())
        if (at > 0) expect(from.getTime()).toBe(Number(all[at - 1]?.to.getTime()) + 1)
    },
  )
})
