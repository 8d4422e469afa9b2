import { type DateOrder, dateTargets } from '@kontor/contract/imports/import.rules'
import type { Readers, ReadTarget } from './mapping.ts'

const written = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[T ,])/

/**
 * The order of day, month and year in whatever fields look like dates; `ymd` where none has its year last, and null where
 * nothing says which part is the month. A part above twelve is a day.
 */
export function detectDateOrder(rows: readonly { fields: readonly string[] }[]): DateOrder | null {
  const parts = rows.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const found = written.exec(field.trim())
      return found ? [[Number(found[1]), Number(found[3])] as const] : []
    }),
  )
  if (parts.length === 0) return 'ymd'
  const isDayFirst = parts.some(([first]) => first > 12)
  const isMonthFirst = parts.some(([, second]) => second > 12)
  if (isDayFirst === isMonthFirst) return null
  return isDayFirst ? 'dmy' : 'mdy'
}

/** A date whose year is last, so that its order has to be known. */
export const isYearLast = (text: string): boolean => written.test(text.trim())

/** Readers whose dates come out with the year first. What is no date in this order stays as it is, for the row to be rejected. */
export function readingDates<T extends string>(readers: Readers<T>, order: DateOrder | null): Readers<T> {
  if (order === null || order === 'ymd') return readers
  const inTheirOrder = Object.entries<ReadTarget | undefined>(readers).map(([target, read]) => [
    target,
    targets.has(target) && read ? inOrder(read, order) : read,
  ])
  // The names stay.
  return Object.fromEntries(inTheirOrder) as Readers<T>
}

const targets: ReadonlySet<string> = new Set(dateTargets)

const inOrder =
  (read: ReadTarget, order: 'dmy' | 'mdy'): ReadTarget =>
  (fields, line) =>
    yearFirst(read(fields, line).trim(), order)

function yearFirst(text: string, order: 'dmy' | 'mdy'): string {
  const [all, first = '', , second = '', year] = written.exec(text) ?? []
  if (all === undefined) return text
  const [day, month] = order === 'dmy' ? [first, second] : [second, first]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${text.slice(all.length)}`
}
