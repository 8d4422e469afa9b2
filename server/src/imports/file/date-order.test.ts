import { expect, it } from 'vitest'
import { detectDateOrder, readingDates } from './date-order.ts'

const rows = (...dates: string[]) => dates.map((date) => ({ fields: ['A-1', date, '12,50'] }))

it.each([
  ['dmy', ['01-03-2026', '28-02-2026']],
  ['mdy', ['1/3/2026', '2/28/2026 14:05']],
  ['ymd', ['2026-03-01', '2026-02-28 14:05']],
  ['ymd', ['1.234', '12-2026']],
  [null, ['01-03-2026', '02-03-2026']],
  [null, ['28-02-2026', '02-28-2026']],
] as const)(
  'the order of dates is %s in %j: a part above twelve decides, and otherwise somebody is asked',
  (order, dates) => {
    expect(detectDateOrder(rows(...dates))).toBe(order)
  },
)

it('dates come out with the year first, and what is none of this order stays as it was written', () => {
  const read = (text: string, order: 'dmy' | 'mdy' | 'ymd' | null, target = 'created_at') =>
    readingDates({ [target]: () => text }, order)[target]?.([], 1)
  expect(read('1.3.2026 14:05:10', 'dmy')).toBe('2026-03-01 14:05:10')
  expect(read('01/03/2026', 'mdy')).toBe('2026-01-03')
  expect(read('2026-03-01', 'dmy')).toBe('2026-03-01')
  expect(read('01-03.2026', 'dmy')).toBe('01-03.2026')
  expect(read('01-03-2026', null)).toBe('01-03-2026')
  expect(read('01-03-2026', 'dmy', 'reference')).toBe('01-03-2026')
})
