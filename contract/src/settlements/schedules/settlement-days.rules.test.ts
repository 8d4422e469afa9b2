import { describe, expect, it } from 'vitest'
import { plusDays } from '../../dates.ts'
import { isBankingDay } from '../../ledger/banking-days.rules.ts'
import { lastSettlingDay, type SettlementRhythm, settlesOn, settlingDays } from './settlement-days.rules.ts'

const rhythm = (given: Partial<SettlementRhythm>): SettlementRhythm => ({
  ...{ frequency: 'DAILY', weekdays: [], month_day: null, shift: 'NEXT' },
  ...given,
})
const monday = rhythm({ frequency: 'WEEKLY', weekdays: ['1'] })
const daysOf = (of: SettlementRhythm, from: string, through: string) => {
  const days: string[] = []
  for (let day = from; day <= through; day = plusDays(day, 1)) if (settlesOn(of, day)) days.push(day)
  return days
}

describe('a settlement schedule settles', () => {
  it('each week on its days', () => {
    expect(daysOf(monday, '2026-12-01', '2026-12-21')).toEqual(['2026-12-07', '2026-12-14', '2026-12-21'])
    const twice = rhythm({ frequency: 'WEEKLY', weekdays: ['2', '5'] })
    expect(daysOf(twice, '2026-12-01', '2026-12-11')).toEqual(['2026-12-01', '2026-12-04', '2026-12-08', '2026-12-11'])
  })

  it('on the next banking day instead of Easter Monday, or on the one before', () => {
    expect(daysOf(monday, '2026-03-30', '2026-04-12')).toEqual(['2026-03-30', '2026-04-07'])
    expect(daysOf({ ...monday, shift: 'PREVIOUS' }, '2026-03-30', '2026-04-12')).toEqual(['2026-03-30', '2026-04-02'])
  })

  it('daily on banking days alone, once for a whole weekend', () => {
    expect(daysOf(rhythm({}), '2026-12-24', '2026-12-29')).toEqual(['2026-12-24', '2026-12-28', '2026-12-29'])
    expect(daysOf(rhythm({ shift: 'PREVIOUS' }), '2026-12-24', '2026-12-29')).toEqual([
      ...['2026-12-24', '2026-12-28', '2026-12-29'],
    ])
  })

  it('twice a month, on the 1st and the 16th', () => {
    const half = rhythm({ frequency: 'HALF_MONTHLY' })
    expect(daysOf(half, '2026-05-01', '2026-06-16')).toEqual(['2026-05-04', '2026-05-18', '2026-06-01', '2026-06-16'])
  })

  it.each([
    [15, ['2026-01-15', '2026-02-16', '2026-03-16']],
    [29, ['2026-01-29', '2026-03-02', '2026-03-30']],
    [31, ['2026-02-02', '2026-03-02', '2026-03-31']],
  ])('each month on day %s, or the last day of a shorter month', (month_day, days) => {
    // 28 February 2026 is a Saturday, 31 January too, 29 March a Sunday.
    expect(daysOf(rhythm({ frequency: 'MONTHLY', month_day }), '2026-01-02', '2026-03-31')).toEqual(days)
  })

  it('never by itself when people settle by hand', () => {
    const manual = rhythm({ frequency: 'MANUAL' })
    expect(daysOf(manual, '2026-01-01', '2026-12-31')).toEqual([])
    expect(settlingDays(manual, { from: '2026-01-01', uncovered: '2026-01-01', skipped: [], count: 5 })).toEqual([])
    expect(lastSettlingDay(manual, '2026-06-01', [])).toBeUndefined()
  })

  it('on banking days alone, whichever its rhythm', () => {
    for (const frequency of ['DAILY', 'HALF_MONTHLY', 'MONTHLY', 'WEEKLY'] as const)
      for (const shift of ['NEXT', 'PREVIOUS'] as const) {
        const of = rhythm({ frequency, shift, weekdays: frequency === 'WEEKLY' ? ['7'] : [], month_day: 31 })
        const days = daysOf(of, '2026-01-01', '2027-12-31')
        expect(days.length).toBeGreaterThan(22)
        expect(days.filter((day) => !isBankingDay(day))).toEqual([])
      }
  })
})

describe('the coming settling days', () => {
  it('each cover the days since the one before', () => {
    expect(settlingDays(monday, { from: '2026-12-08', uncovered: '2026-12-03', skipped: [], count: 3 })).toEqual([
      { day: '2026-12-14', covers_from: '2026-12-03', covers_through: '2026-12-13', isSkipped: false },
      { day: '2026-12-21', covers_from: '2026-12-14', covers_through: '2026-12-20', isSkipped: false },
      { day: '2026-12-28', covers_from: '2026-12-21', covers_through: '2026-12-27', isSkipped: false },
    ])
  })

  it('leave the days of a skipped one to the next', () => {
    const asked = { from: '2026-12-08', uncovered: '2026-12-07', skipped: ['2026-12-14'], count: 2 }
    expect(settlingDays(monday, asked)).toEqual([
      { day: '2026-12-14', covers_from: '2026-12-07', covers_through: '2026-12-13', isSkipped: true },
      { day: '2026-12-21', covers_from: '2026-12-07', covers_through: '2026-12-20', isSkipped: false },
    ])
    expect(lastSettlingDay(monday, '2026-12-16', ['2026-12-14'])).toBe('2026-12-07')
  })
})
