import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plusDays } from '../dates.ts'
import { addBankingDays, easterSunday, isBankingDay, nextBankingDay } from './banking-days.rules.ts'

const days = fc.integer({ min: 0, max: 80 * 366 }).map((n) => plusDays('2000-01-01', n))
const between = (from: string, to: string): string[] => {
  const found: string[] = []
  for (let at = from; at <= to; at = plusDays(at, 1)) found.push(at)
  return found
}

describe('the calendar of T2', () => {
  it('knows the Sundays of Easter', () => {
    const sundays = [2000, 2008, 2011, 2024, 2025, 2026, 2027, 2038].map(easterSunday)
    expect(sundays).toEqual([
      '2000-04-23',
      '2008-03-23',
      '2011-04-24',
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
    ])
  })

  it('is closed on its holidays of 2026 and 2027 and on no other weekday', () => {
    const closed = between('2026-01-01', '2027-12-31').filter(
      (day) => !isBankingDay(day) && ![0, 6].includes(new Date(day).getUTCDay()),
    )
    const of2026 = ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25']
    expect(closed).toEqual([...of2026, '2027-01-01', '2027-03-26', '2027-03-29'])
  })

  it('is open on the day of the king and the day after Ascension, which banks elsewhere keep', () => {
    expect(['2026-04-27', '2026-05-14', '2026-05-15'].map(isBankingDay)).toEqual([true, true, true])
  })

  it('counts the worked days of the fixture', () => {
    const counted = ['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11', '2026-12-18']
    expect(counted.map((day) => addBankingDays(day, 2))).toEqual([
      '2026-12-09',
      '2026-12-10',
      '2026-12-11',
      '2026-12-14',
      '2026-12-15',
      '2026-12-22',
    ])
    expect(nextBankingDay('2027-03-07')).toBe('2027-03-08')
    expect(addBankingDays('2026-12-24', 1)).toBe('2026-12-28')
  })

  it('goes from any day to a banking day with exactly so many banking days after it', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 30 }), (day, n) => {
        const to = addBankingDays(day, n)
        expect(isBankingDay(to)).toBe(true)
        if (n > 0) expect(between(plusDays(day, 1), to).filter(isBankingDay)).toHaveLength(n)
        else expect(between(day, to).filter(isBankingDay)).toEqual([to])
      }),
    )
  })

  it('never goes back when the day or the number grows, and stays within what the ledger allows', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 29 }), (day, n) => {
        expect(addBankingDays(day, n) <= addBankingDays(plusDays(day, 1), n)).toBe(true)
        expect(addBankingDays(day, n) <= addBankingDays(day, n + 1)).toBe(true)
        expect(addBankingDays(day, n + 1) <= plusDays(day, 50)).toBe(true)
      }),
    )
  })
})
