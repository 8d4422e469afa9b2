import type { Trade } from '../merchants.ts'
import type { Random } from './random.ts'

export const day = 86_400_000

const evening = [1, 0.5, 0.3, 0.2, 0.2, 0.4, 1, 2, 3.5, 4.5, 5, 5.2, 5.5, 5, 4.8, 4.8, 5, 5.2, 5.5, 7, 8.2, 8, 5.5, 2.8]
const table = [0.3, 0.1, 0.1, 0.1, 0.1, 0.2, 1, 2.5, 4, 4.5, 5, 7, 8.5, 7.5, 5, 4.5, 5, 7.5, 9, 9, 7, 4, 2, 0.8]
const hours: Readonly<Record<Trade, readonly number[]>> = {
  flowers: evening,
  shop: evening,
  music: evening,
  membership: evening,
  food: table,
  ferries: table,
}

/** Sunday first. */
const weekdays: Readonly<Record<Trade, readonly number[]>> = {
  flowers: [0.8, 1, 0.95, 1, 1.15, 1.4, 1.05],
  shop: [1.15, 1.05, 1, 1, 1, 0.95, 0.9],
  music: [1.1, 0.95, 0.95, 1, 1.05, 1.1, 1.05],
  membership: [0.9, 1.3, 1.1, 1, 1, 0.9, 0.8],
  food: [0.95, 0.8, 0.85, 0.95, 1.05, 1.25, 1.3],
  ferries: [1.1, 0.85, 0.8, 0.85, 1, 1.35, 1.3],
}

/** January first. */
const months: Readonly<Record<Trade, readonly number[]>> = {
  flowers: [0.8, 1.2, 1, 1, 1.3, 0.9, 0.75, 0.75, 0.9, 0.9, 1, 1.6],
  shop: [0.85, 0.85, 0.9, 0.9, 0.95, 0.9, 0.85, 0.9, 1, 1.05, 1.45, 1.7],
  music: [0.9, 0.9, 0.95, 1.1, 0.95, 0.9, 0.85, 0.9, 1, 1.05, 1.3, 1.8],
  membership: [1.6, 1.2, 1, 0.95, 0.9, 0.8, 0.75, 0.85, 1.3, 1.1, 1, 0.8],
  food: [0.8, 0.85, 0.95, 1, 1.05, 1.1, 1.05, 1, 1, 1, 1.05, 1.5],
  ferries: [0.45, 0.5, 0.6, 0.9, 1.2, 1.4, 1.9, 1.9, 1.2, 0.9, 0.6, 0.65],
}

/** Instants of `count` payments between two instants, in order: by growth, season, weekday and local hour. */
export function tradingTimes(
  random: Random,
  trade: Trade,
  timeZone: string,
  from: number,
  to: number,
  count: number,
): number[] {
  const first = Math.floor(from / day)
  const days = Array.from({ length: Math.max(1, Math.floor(to / day) - first + 1) }, (_, index) => first + index)
  const byDay = cumulative(days.map((each, index) => dayWeight(trade, each, index / days.length)))
  const byHour = cumulative(hours[trade])
  const offsetOf = dayOffsets(timeZone)
  const times = Array.from({ length: count }, () => {
    const on = first + indexIn(byDay, random.next())
    const local = on * day + (indexIn(byHour, random.next()) + random.next()) * 3_600_000
    const instant = Math.floor(local - offsetOf(on))
    // A payment in the future is moved back to the same hour some days ago.
    return instant > to ? instant - Math.ceil((instant - to) / day) * day : Math.max(instant, from)
  })
  return times.sort((one, other) => one - other)
}

function dayWeight(trade: Trade, on: number, progress: number): number {
  const date = new Date(on * day)
  const season = months[trade][date.getUTCMonth()] ?? 1
  const weekday = weekdays[trade][date.getUTCDay()] ?? 1
  return (0.55 + 0.9 * progress) * season * weekday * feast(trade, date)
}

/**
 * The factor of holidays: Valentine's Day and the week before Mother's Day (the second Sunday of May) for sellers of
 * presents, and the sales of November.
 */
function feast(trade: Trade, date: Date): number {
  const month = date.getUTCMonth()
  const dayOfMonth = date.getUTCDate()
  if (trade === 'flowers' && month === 1 && dayOfMonth >= 11 && dayOfMonth <= 14) return 4
  if (trade === 'flowers' && month === 4) {
    const toMothersDay = mothersDay(date.getUTCFullYear()) - dayOfMonth
    return toMothersDay >= 0 && toMothersDay <= 5 ? 5 : 1
  }
  if ((trade === 'shop' || trade === 'music') && month === 10 && dayOfMonth >= 24) return 2.2
  // Shops close at Christmas, and few people order after it.
  return month === 11 && dayOfMonth >= 25 && dayOfMonth <= 26 ? 0.4 : 1
}

function mothersDay(year: number): number {
  const first = new Date(Date.UTC(year, 4, 1)).getUTCDay()
  return 1 + ((7 - first) % 7) + 7
}

function cumulative(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weights.map((weight) => {
    sum += weight / total
    return sum
  })
}

function indexIn(sums: readonly number[], at: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 1) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The offset of a zone by day, computed once: formatting a date for every payment would take longer than everything
 * else.
 */
function dayOffsets(timeZone: string): (on: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()
  return (on) => {
    const before = known.get(on)
    if (before !== undefined) return before
    const name = format.formatToParts(on * day).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hour, minute] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    const offset = sign ? (sign === '-' ? -1 : 1) * (Number(hour) * 60 + Number(minute)) * 60_000 : 0
    known.set(on, offset)
    return offset
  }
}
