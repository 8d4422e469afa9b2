import { alpha3Codes } from '@kontor/contract/codes/countries'
import {
  type TransactionStatus,
  transactionStatuses,
  transactionTransitions,
  visitedBit,
} from '@kontor/contract/payments/transaction.rules'
import type { Asked } from './asked.ts'
import type { Figure } from './figures.ts'
import { byDimension, byHourOfWeek, type Dimension } from './groupings.ts'
import { moneyFigures, moneyFrameOf, nothing, percentageOf, sumsBy, total } from './money-figures.ts'
import { weekdayOf } from './periods/periods.ts'
import type { CountedEntity } from './rollups/counted-rows.ts'

/** Count and volume of each value, the most frequent first. */
export async function breakdown(asked: Asked, entity: CountedEntity, dimension: Dimension) {
  const found = await moneyFigures(asked, entity, byDimension(dimension))
  const items = sumsBy(found.figures, ({ key }) => String(key) || null, found.convert)
    .map(([value, sum]) => ({ value, ...sum }))
    .sort((one, other) => other.count - one.count || ((one.value ?? '') < (other.value ?? '') ? -1 : 1))
  return { ...moneyFrameOf(asked, found), items }
}

/** The number of payments that passed each status, of all that were begun. */
export async function lifecycle(asked: Asked) {
  const found = await moneyFigures(asked, 'transaction', byDimension('visited'))
  const all = total(found.figures, found.convert)
  const items = transactionStatuses.map((name) => {
    const passed = found.figures.filter(({ key }) => (Number(key) & visitedBit(name)) !== 0)
    const sum = total(passed, found.convert)
    return {
      name,
      ...sum,
      count_percentage: percentageOf(sum.count, all.count),
      volume_percentage: percentageOf(sum.volume, all.volume),
    }
  })
  return { ...moneyFrameOf(asked, found), items, ways: waysOf(found.figures) }
}

/**
 * How many went from one status to the next. No status comes back, so the visited ones of a payment have one order: that
 * of the transitions.
 */
function waysOf(all: readonly Figure[]) {
  const counts = new Map<string, { from: TransactionStatus; to: TransactionStatus; count: number }>()
  for (const { key, count } of all) {
    const visited = inOrder.filter((status) => (Number(key) & visitedBit(status)) !== 0)
    for (const [at, to] of visited.entries()) {
      const from = visited[at - 1]
      if (!from) continue
      const way = counts.get(`${from}/${to}`) ?? { from, to, count: 0 }
      counts.set(`${from}/${to}`, { ...way, count: way.count + count })
    }
  }
  const place = ({ from, to }: { from: TransactionStatus; to: TransactionStatus }) =>
    inOrder.indexOf(from) * inOrder.length + inOrder.indexOf(to)
  return [...counts.values()].sort((one, other) => place(one) - place(other))
}

/** The statuses, each before those that can follow it. */
const inOrder: readonly TransactionStatus[] = ordered()

function ordered(): TransactionStatus[] {
  const order: TransactionStatus[] = []
  const add = (status: TransactionStatus) => {
    if (order.includes(status)) return
    for (const next of transactionTransitions[status]) add(next)
    order.unshift(status)
  }
  for (const status of transactionStatuses) add(status)
  return order
}

/**
 * The figures per country in the specification's shape. Payments without a known country are left out, because a map
 * has no place for them.
 */
export const locationsOf = ({ items }: Awaited<ReturnType<typeof breakdown>>) =>
  items.flatMap(({ value, volume }) => {
    const alpha3 = alpha3Codes[value ?? '']
    return value && alpha3 ? [{ location: { alpha2: value, alpha3 }, volume: String(volume) }] : []
  })

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Figures of every weekday and hour. */
export async function timeOfDay(asked: Asked) {
  const { actor, offsetAt, span } = asked
  const found = await moneyFigures(asked, 'transaction', byHourOfWeek(actor.time_zone, offsetAt, [span]))
  const sums = new Map(sumsBy(found.figures, ({ key }) => placeOf(Number(key)), found.convert))
  return {
    ...moneyFrameOf(asked, found),
    weekdays: weekdays.map((weekday) => ({
      weekday,
      hours: hours.map((hour) => ({ hour, ...(sums.get(`${weekday}/${hour}`) ?? nothing) })),
    })),
  }
}

/** Hours of the week count from the weekday of 1 January 1970. */
const placeOf = (hourOfWeek: number) => `${weekdayOf(Math.floor(hourOfWeek / 24))}/${hourOfWeek % 24}`
