import { firstOfMonth, plusMonths } from '@kontor/contract/dates'
import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { marginRoles } from '@kontor/contract/reports/booked/booked-roles'
import type { periodReportEndpoint, pspPeriodReportEndpoint } from '@kontor/contract/reports/period-report.endpoints'
import { mostDays, type PeriodCategory, readOneByOne } from '@kontor/contract/reports/period-report.rules'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import { pspSettlement, settlement } from '@kontor/contract/settlements/settlement.entity'
import { rounded } from '../../insights/money-figures.ts'
import type { CountedEntity } from '../../insights/rollups/counted-rows.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { asNumber, type Exact } from '../../platform/sums.ts'
import { dayOf, offsetsOf, startOfDay } from '../../platform/time/time-zone.ts'
import { type AskedPeriods, type PeriodFigure, periodFigures } from './period-figures.ts'
import { bookedOf, earnedOf, ledgerState, ledgerWork, type MoneyFigure, moneyFigures } from './period-money.ts'
import { namesOfGroup } from './period-names.ts'

type Query = Omit<ReadQuery<typeof periodReportEndpoint>, 'merchant' | 'organisation'>
export type PeriodReport = Exact<ReplyOf<typeof periodReportEndpoint>>
export type PspPeriodReport = Exact<ReplyOf<typeof pspPeriodReportEndpoint>>

interface AskedReport {
  actor: Actor
  query: Query
  now: Date
  /** Runs with the provider's role, which alone reads the accounts of fees; undefined: there is no ledger. */
  withLedger: (<T>(work: (trx: Trx) => Promise<T>) => Promise<T>) | undefined
}

/** Payments, refunds and chargebacks of each period, currency and group, exact at this moment, and what the ledger booked for those who may read settlements. */
export async function periodReport(trx: Trx, asked: AskedReport): Promise<PeriodReport> {
  const report = await reportOf(trx, forReaders(settlement.roles.list, asked), sumsOf)
  return { ...report, ledger: (await asked.withLedger?.(ledgerState)) ?? null }
}

/** The same of all merchants, with what the provider earned for those who may read that of a payment. */
export async function pspPeriodReport(trx: Trx, asked: AskedReport): Promise<PspPeriodReport> {
  const readsMargin = isAllowed(marginRoles.list, asked.actor.roles)
  const report = await reportOf(trx, forReaders(pspSettlement.roles.list, asked), (found) => ({
    ...sumsOf(found),
    earned: readsMargin && found.money ? earnedOf(found.money) : null,
  }))
  const ledger = await asked.withLedger?.(ledgerState)
  return { ...report, ledger: ledger ? { ...ledger, ...(await ledgerWork(trx)) } : null }
}

/** Whoever may not read settlements gets no sums of the ledger, and no row or currency because of them. */
const forReaders = (list: Requirement, asked: AskedReport): AskedReport =>
  isAllowed(list, asked.actor.roles) ? asked : { ...asked, withLedger: undefined }

async function reportOf<S extends { payments: { count: number } }>(
  trx: Trx,
  { actor, query, now, withLedger }: AskedReport,
  sums: (found: Found) => S,
) {
  const { category, group } = query
  const { time_zone } = await trx.selectFrom('installation').select('time_zone').executeTakeFirstOrThrow()
  const business = offsetsOf(time_zone)
  const { first, last } = rangeOf(query, dayOf(now.getTime(), business))
  const span = { from: startOfDay(first, business), to: startOfDay(last + 1, business) }
  const asked: AskedPeriods = { trx, actor, category, group, span, time_zone, business }
  const found: Found = {
    transaction: await periodFigures(asked, 'transaction'),
    // A status of payments is none of a refund.
    refund: group === 'status' ? null : await periodFigures(asked, 'refund'),
    chargeback: group === 'status' ? null : await periodFigures(asked, 'chargeback'),
    money: (await withLedger?.((ledger) => moneyFigures(ledger, { actor, group, first, last }))) ?? null,
  }
  const names = await namesOfGroup(trx, group, keysOf(found))
  const bounds = memoized((day: number) =>
    boundsOf(category, day, { first, last }, (number) => startOfDay(number, business)),
  )
  // Payments with several tags would count several times in a sum over the groups.
  const whole = group === 'tag' ? await wholeOf({ ...asked, group: 'none' }) : found
  const [inEach, inEachWhole] = [byCurrency(found), byCurrency(whole)]
  return {
    ...{ category, group, from: dateOf(first), to: dateOf(last), time_zone, generated_at: now.toISOString() },
    currencies: currenciesOf(whole).map((currency_code) => {
      const of = inEach(currency_code)
      const total = sums(whole === found ? of : inEachWhole(currency_code))
      return { currency_code, total, rows: rowsOf(of, { category, names, bounds, sums }) }
    }),
  }
}

interface Found {
  transaction: PeriodFigure[]
  refund: PeriodFigure[] | null
  chargeback: PeriodFigure[] | null
  /** Null: the ledger knows no such groups. */
  money: MoneyFigure[] | null
}

async function wholeOf(asked: AskedPeriods): Promise<Found> {
  const of = (entity: CountedEntity) => periodFigures(asked, entity)
  return {
    ...{ transaction: await of('transaction'), refund: await of('refund'), chargeback: await of('chargeback') },
    money: null,
  }
}

const day_ms = 86_400_000
const dateOf = (day: number): string => new Date(day * day_ms).toISOString().slice(0, 10)
const numberOf = (date: string): number => Date.parse(date) / day_ms

/** Beyond these no day has figures, and some are no timestamps. */
const [earliest, latest] = [numberOf('2000-01-01'), numberOf('2100-12-31')]

/** The days of the range. The months of a monthly report are whole. */
function rangeOf({ category, group, from, to }: Query, today: number): { first: number; last: number } {
  const isMonthly = category === 'monthly'
  const end = to === undefined ? today : numberOf(to)
  if (end > latest) throw new Refusal('invalid_request', { 'query.to': 'too_large' })
  if (end < earliest) throw new Refusal('invalid_request', { 'query.to': 'too_small' })
  const isOneByOne = readOneByOne.includes(group)
  // Three whole months are never more than 92 days.
  const usual = isMonthly ? firstDay(end, isOneByOne ? -2 : -11) : end - 27
  const start = from === undefined ? usual : numberOf(from)
  if (start < earliest) throw new Refusal('invalid_request', { 'query.from': 'too_small' })
  if (start > end) throw new Refusal('invalid_request', { 'query.to': 'before_start' })
  const range = isMonthly ? { first: firstDay(start), last: firstDay(end, 1) - 1 } : { first: start, last: end }
  const most = isOneByOne ? mostDays.readOneByOne : mostDays[category]
  if (range.last - range.first >= most) throw new Refusal('invalid_request', { 'query.from': 'range_too_long' })
  return range
}

/** The first day of the month so many months later than that of a day. */
const firstDay = (day: number, months = 0): number => numberOf(plusMonths(firstOfMonth(dateOf(day)), months))

/** The instants of a period within the range, as the list shows it. */
function boundsOf(
  category: PeriodCategory,
  day: number,
  { first, last }: { first: number; last: number },
  startOf: (day: number) => number,
) {
  const next = category === 'daily' ? day + 1 : firstDay(day, 1)
  const instant = (at: number) => new Date(at).toISOString()
  return {
    period: dateOf(day),
    from: instant(startOf(Math.max(day, first))),
    to: instant(startOf(Math.min(next, last + 1)) - 1),
  }
}

/** The rows of all currencies and groups have the same periods. */
function memoized<T>(of: (day: number) => T): (day: number) => T {
  const known = new Map<number, T>()
  return (day) => {
    const found = known.get(day) ?? of(day)
    known.set(day, found)
    return found
  }
}

const periodOf = (category: PeriodCategory, day: number): number =>
  category === 'daily' ? day : numberOf(`${dateOf(day).slice(0, 7)}-01`)

const all = ({ transaction, refund, chargeback }: Found): PeriodFigure[] => [
  ...transaction,
  ...(refund ?? []),
  ...(chargeback ?? []),
]

const keysOf = (found: Found): string[] => [...new Set([...all(found), ...(found.money ?? [])].map(({ key }) => key))]

/** The currency with the most payments first. */
function currenciesOf(found: Found): string[] {
  const counts = new Map<string, number>()
  for (const { currency_code, count } of all(found)) counts.set(currency_code, (counts.get(currency_code) ?? 0) + count)
  for (const { currency_code } of found.money ?? []) counts.set(currency_code, counts.get(currency_code) ?? 0)
  return [...counts].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)).map(([code]) => code)
}

/** The figures of each currency. */
function byCurrency({ transaction, refund, chargeback, money }: Found): (code: string) => Found {
  const parted = <F extends { currency_code: string }>(figures: F[]) => {
    const parts = Map.groupBy(figures, ({ currency_code }) => currency_code)
    return (code: string) => parts.get(code) ?? []
  }
  const [payments, refunds] = [parted(transaction), refund && parted(refund)]
  const [chargebacks, booked] = [chargeback && parted(chargeback), money && parted(money)]
  return (code) => ({
    transaction: payments(code),
    refund: refunds?.(code) ?? null,
    chargeback: chargebacks?.(code) ?? null,
    money: booked?.(code) ?? null,
  })
}

interface Rows<S> {
  category: PeriodCategory
  names: ReadonlyMap<string, string>
  bounds: (day: number) => { period: string; from: string; to: string }
  sums: (found: Found) => S
}

/** Newest period first, and within it the group with the most payments. */
function rowsOf<S extends { payments: { count: number } }>(found: Found, { category, names, bounds, sums }: Rows<S>) {
  const places: { day: number; key: string; of: Found }[] = []
  const known = new Map<number, Map<string, Found>>()
  const place = (day: number, key: string): Found => {
    const ofDay = known.get(day) ?? new Map<string, Found>()
    if (ofDay.size === 0) known.set(day, ofDay)
    const before = ofDay.get(key)
    if (before) return before
    const of: Found = {
      ...{ transaction: [], refund: found.refund && [], chargeback: found.chargeback && [] },
      money: found.money && [],
    }
    ofDay.set(key, of)
    places.push({ day, key, of })
    return of
  }
  for (const figure of found.transaction) place(figure.first, figure.key).transaction.push(figure)
  for (const figure of found.refund ?? []) place(figure.first, figure.key).refund?.push(figure)
  for (const figure of found.chargeback ?? []) place(figure.first, figure.key).chargeback?.push(figure)
  for (const figure of found.money ?? []) place(periodOf(category, figure.day), figure.key).money?.push(figure)
  return places
    .map(({ day, key, of }) => ({ day, row: { ...bounds(day), key, name: names.get(key) ?? null, ...sums(of) } }))
    .sort(
      (one, other) =>
        other.day - one.day ||
        other.row.payments.count - one.row.payments.count ||
        (one.row.key < other.row.key ? -1 : 1),
    )
    .map(({ row }) => row)
}

function sumsOf({ transaction, refund, chargeback, money }: Found) {
  const payments = sum(transaction)
  const approved = sumApart(transaction)
  const refunds = refund && sumApart(refund)
  const chargebacks = chargeback && sumApart(chargeback)
  return {
    payments: told(payments),
    approved: told(approved),
    conversion: payments.count === 0 ? null : rounded((approved.count / payments.count) * 100),
    refunds: refunds && told(refunds),
    chargebacks: chargebacks && told(chargebacks),
    net: refunds && chargebacks && asNumber(approved.volume - refunds.volume - chargebacks.volume),
    booked: money && bookedOf(money),
  }
}

interface Sum {
  count: number
  volume: bigint
}

const sumApart = (figures: readonly PeriodFigure[]): Sum =>
  figures.length === 1 && figures[0] ? figures[0].apart : sum(figures.map(({ apart }) => apart))

function sum(figures: readonly Sum[]): Sum {
  // Most cells of a report are of one figure.
  if (figures.length === 1 && figures[0]) return figures[0]
  let [count, volume] = [0, 0n]
  for (const figure of figures) {
    count += figure.count
    volume += figure.volume
  }
  return { count, volume }
}

const told = ({ count, volume }: Sum) => ({ count, volume: asNumber(volume) })
