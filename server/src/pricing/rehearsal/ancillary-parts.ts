import { lastOfMonth } from '@kontor/contract/dates'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import {
  type AncillaryEvent,
  ancillaryEvents,
  ancillaryFeesOfPayments,
  beyondBound,
  feeOfAncillary,
  isAncillary,
  isMonthBound,
  isWithoutPayment,
  type MonthBound,
  type MonthEvent,
  monthBounds,
  tiersOf,
  winner,
} from '@kontor/contract/pricing/price.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { instantIn } from '../../platform/db/ids.ts'
import type { Days } from '../../platform/time/months.ts'
import { feesOfMonth } from '../fees-of-month.ts'
import { numbersOf, ofAncillaryFees, signedFee } from '../kind-numbers.ts'
import { isOurs, unchargedAttempts } from '../uncharged-attempts.ts'
import { lowestOf, type PricingVersion } from '../versions-at.ts'
import { eventOfNumber } from '../winning-lines.ts'
import { newPrices } from './price-events.ts'
import type { RehearsedPart } from './rehearsed-part.ts'

export interface Asked {
  days: Days
  merchants: readonly string[]
  version: PricingVersion
}

export interface AncillaryParts {
  parts: RehearsedPart[]
  /** What the ledger charged for them. */
  fees_booked: bigint
  /** Events that are priced and of which the month is no longer known. */
  left_out: AncillaryEvent[]
}

/**
 * What moved no money on the days of a month: what was charged for it, and what the version would charge. Days that are still open
 * have not been charged for payouts and their month yet, and are not asked for them. `ofMoney`: the parts of what moved money, which
 * a minimum or maximum of the month counts too.
 */
export async function ancillaryParts(
  trx: Trx,
  asked: Asked,
  ofMoney: readonly RehearsedPart[],
): Promise<AncillaryParts> {
  const booked = await bookedFees(trx, asked)
  const priced = ancillaryEvents.filter(
    (event) => booked.has(event) || asked.version.lines.some((line) => line.event === event),
  )
  const left_out = (await areAttemptsRemoved(trx, asked.days)) ? priced.filter((event) => !isWithoutPayment(event)) : []
  const asks = (event: AncillaryEvent) => priced.includes(event) && !left_out.includes(event)
  const counted = [
    ...(asks('authorisation') || asks('decline') ? await partsOfAttempts(trx, asked) : []),
    ...(asks('payout') ? await partsOfPayouts(trx, asked) : []),
  ]
  const parts = [...counted, ...(asks('month') ? await partsOfMonth(trx, asked) : [])]
  const changes = changesOf([...ofMoney, ...counted])
  for (const bound of monthBounds) if (asks(bound)) parts.push(...(await partsOfBound(trx, asked, bound, changes)))
  const known = [...booked].filter(([event]) => !left_out.includes(event))
  return { parts, fees_booked: known.reduce((sum, [, amount]) => sum + amount, 0n), left_out }
}

const inDays = ({ days, merchants }: Asked, row: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${row}.merchant_id`)} = any(${merchants}::uuid[])
    and ${sql.ref(`${row}.business_day`)} between ${days.first}::date and ${days.last}::date`

/** By event. */
async function bookedFees(trx: Trx, asked: Asked): Promise<Map<AncillaryEvent, bigint>> {
  const { rows } = await sql<{ kind: number; amount: string }>`
    select t.kind, sum(${signedFee})::text as amount from ledger_transfer t
    where ${inDays(asked, 't')} and t.kind in (${ofAncillaryFees}) group by 1`.execute(trx)
  const found = new Map<AncillaryEvent, bigint>()
  for (const { kind, amount } of rows) {
    const event = eventOfNumber(kind)
    if (event && isAncillary(event)) found.set(event, BigInt(amount))
  }
  return found
}

/** They go with the orders of their payments, by whole months of payments. */
async function areAttemptsRemoved(trx: Trx, { first }: Days): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from removed_data where kind = 'orders' and before > ${first}::date::timestamp at time zone 'UTC') as is`.execute(
    trx,
  )
  return rows[0]?.is === true
}

/** Those with a fee, and those that ended on these days and have none. */
const attemptsOf = (asked: Asked): RawBuilder<unknown> => sql`
  select l.merchant_id, l.kind::int as kind, l.transaction_id, ${instantIn('l.transaction_id')} as began_at, l.scheme_line as old_line,
    l.amount as old_fee
  from ledger_transfer l where ${inDays(asked, 'l')} and l.kind in (${numbersOf(...ancillaryFeesOfPayments)})
  union all
  select a.merchant_id, a.kind, a.transaction_id, a.transaction_created_at, null, 0
  from (${unchargedAttempts(asked.days)}) a where a.merchant_id = any(${asked.merchants}::uuid[]) and ${isOurs}`

async function partsOfAttempts(trx: Trx, asked: Asked): Promise<RehearsedPart[]> {
  const { rows: found } = await sql<{ oldest: string | null; newest: string | null }>`
    select min(began_at) as oldest, max(began_at) as newest from (${attemptsOf(asked)}) a`.execute(trx)
  const [span] = found
  if (!span || span.oldest === null) return []
  const tiers = tiersOf(asked.version.lines)
  const events = sql`
    select e.*, ${lowestOf('v.volume', tiers)} as volume, t.amount, t.currency_code, m.country_code as merchant_country,
      t.payment_product as product, t.card_brand as brand, t.card_holder as holder, t.card_funding as funding,
      t.card_issuer_country as issuer_country, t.channel,
      concat_ws('|', e.kind, t.currency_code, t.payment_product, coalesce(t.card_brand, '-'), coalesce(t.card_holder, '-'),
        coalesce(t.card_funding, '-'), coalesce(t.card_issuer_country, '-'), coalesce(t.channel, '-'), m.country_code,
        ${lowestOf('v.volume', tiers)}) as key
    from (${attemptsOf(asked)}) e
      join merchant m on m.id = e.merchant_id
      join transaction t on t.merchant_id = e.merchant_id and t.created_at = e.began_at and t.id = e.transaction_id
        and t.created_at between ${span.oldest}::timestamptz and ${span.newest}::timestamptz
      left join ledger_volume v on v.merchant_id = e.merchant_id and v.currency_code = t.currency_code
        and v.month = (date_trunc('month', ${asked.days.first}::date) - interval '1 month')::date`
  const prices = await newPrices(trx, events, asked.version)
  const { rows } = await sql<Omit<RehearsedPart, 'event'> & { kind: number }>`
    select e.merchant_id, e.currency_code, e.kind, e.old_line, p.line as new_line, count(*) as payments, 0 as volume,
      sum(e.old_fee) as old_fee, coalesce(sum(n.fixed), 0) as new_fee, 0 as cost
    from (${events}) e
      join json_to_recordset(${JSON.stringify(prices)}) as p(key text, low bigint, high bigint, line int)
        on p.key = e.key and e.amount >= p.low and (p.high is null or e.amount < p.high)
      left join scheme_line n on n.id = p.line
    where e.old_line is not null or p.line is not null
    group by 1, 2, 3, 4, 5`.execute(trx)
  return rows.map(({ kind, ...part }) => ({ ...part, event: eventOfNumber(kind) ?? '' }))
}

/** One payout, or one merchant's month. Its amount is in minor units. */
interface Once {
  merchant_id: string
  currency_code: string
  amount: number
  volume: number
  old_line: number | null
  old_fee: string | null
}

const closedThrough = sql`(select closed_through from ledger_day)`

async function partsOfPayouts(trx: Trx, asked: Asked): Promise<RehearsedPart[]> {
  const { rows } = await sql<Once>`
    select l.merchant_id, p.currency_code, p.amount, volume_before(l.merchant_id, p.currency_code, l.business_day) as volume,
      f.scheme_line as old_line, f.amount::text as old_fee
    from ledger_transfer l
      left join settlement s on s.merchant_id = l.merchant_id and s.id = l.subject_id
      cross join lateral (select coalesce(s.currency_code, l.currency_code) as currency_code, coalesce(s.paid, l.amount) as amount) p
      left join ledger_transfer f on f.merchant_id = l.merchant_id and f.business_day = l.business_day and f.subject_id = l.subject_id
        and f.kind = ${ledgerKinds.payout_fee.kind} and f.transaction_id is null
    where ${inDays(asked, 'l')} and l.kind = ${ledgerKinds.payout_booked.kind} and l.transaction_id is null
      and l.business_day <= ${closedThrough}`.execute(trx)
  return added(rows.map((row) => rehearsedOnce('payout', row, asked.version)))
}

/**
 * The month is charged in the currency of its price: what another currency was charged in is of its own, and the version charges
 * nothing in it.
 */
async function partsOfMonth(trx: Trx, asked: Asked): Promise<RehearsedPart[]> {
  const rows = await monthOf(trx, asked, 'month')
  return added(rows.map((row) => rehearsedOnce('month', row, asked.version)))
}

/** By merchant and currency: what the version charges more than was charged, for all but the month itself. */
function changesOf(parts: readonly RehearsedPart[]): Map<string, bigint> {
  const changes = new Map<string, bigint>()
  for (const { old_fee, new_fee, ...of } of parts)
    changes.set(placeOf(of), (changes.get(placeOf(of)) ?? 0n) + BigInt(new_fee) - BigInt(old_fee))
  return changes
}
const placeOf = ({ merchant_id, currency_code }: Pick<Once, 'merchant_id' | 'currency_code'>) =>
  `${merchant_id} ${currency_code}`

/** Compared with the fees that were booked, as the version changes them: what it prices no other way counts as it was booked. */
async function partsOfBound(
  trx: Trx,
  asked: Asked,
  bound: MonthBound,
  changes: ReadonlyMap<string, bigint>,
): Promise<RehearsedPart[]> {
  const rows = await monthOf(trx, asked, bound)
  return added(
    rows.map((row) => {
      const part = rehearsedOnce(bound, row, asked.version)
      const fees = BigInt(row.fees) + (changes.get(placeOf(row)) ?? 0n)
      const line = asked.version.lines.find(({ id }) => id === part.new_line)
      const beyond = line ? beyondBound(bound, fees, line.fixed) : 0n
      const new_fee = String(bound === 'month_maximum' ? -beyond : beyond)
      return { ...part, new_line: beyond === 0n ? null : part.new_line, new_fee }
    }),
  )
}

/** The merchants that were active when the month ended, with the fees of the month, and what was charged for it by then. */
async function monthOf(
  trx: Trx,
  { days: { first }, merchants, version }: Asked,
  event: MonthEvent,
): Promise<(Once & { fees: string })[]> {
  const last = lastOfMonth(first)
  const currency = version.lines.find((line) => line.event === event)?.currency_code ?? null
  const { rows } = await sql<Once & { fees: string }>`
    select merchant_id, currency_code, 0 as amount, volume_before(merchant_id, currency_code, ${last}::date) as volume,
      o.scheme_line as old_line, o.amount::text as old_fee,
      (select ${isMonthBound(event) ? feesOfMonth('x') : sql`0`}
        from (select n.merchant_id, n.currency_code, ${last}::date as day) x)::text as fees
    from (select m.id as merchant_id, ${currency}::text as currency_code from merchant m cross join installation i
        where m.id = any(${merchants}::uuid[]) and ${currency}::text is not null
          and (m.created_at at time zone i.time_zone)::date <= ${last}::date and was_active(m.id, ${last}::date)) n
      full join (select t.merchant_id, t.currency_code, t.scheme_line, ${signedFee} as amount from ledger_transfer t
        where t.merchant_id = any(${merchants}::uuid[]) and t.business_day = ${last}::date
          and t.kind = ${ledgerKinds[feeOfAncillary(event)].kind}) o using (merchant_id, currency_code)
    where ${last}::date <= ${closedThrough}`.execute(trx)
  return rows
}

function rehearsedOnce(event: 'payout' | MonthEvent, once: Once, version: PricingVersion): RehearsedPart {
  const { merchant_id, currency_code, amount, volume, old_line, old_fee } = once
  const nothingElse = {
    gateway: null,
    product: null,
    brand: null,
    holder: null,
    funding: null,
    region: null,
    domestic: null,
  }
  const line = winner(version.lines, { event, currency_code, amount, volume, channel: null, ...nothingElse })?.line
  return {
    ...{ merchant_id, currency_code, event, old_line, new_line: line?.id ?? null, payments: 1, volume: '0' },
    ...{ old_fee: old_fee ?? '0', new_fee: String(line?.fixed ?? 0), cost: '0' },
  }
}

/** Those of one merchant and pair of lines are one; what neither line prices is none. */
function added(parts: readonly RehearsedPart[]): RehearsedPart[] {
  const priced = parts.filter(({ old_line, new_line }) => old_line !== null || new_line !== null)
  const keyOf = ({ merchant_id, currency_code, old_line, new_line }: RehearsedPart) =>
    [merchant_id, currency_code, old_line, new_line].join(' ')
  const sum = (of: readonly RehearsedPart[], name: 'old_fee' | 'new_fee') =>
    String(of.reduce((all, part) => all + BigInt(part[name]), 0n))
  return [...Map.groupBy(priced, keyOf).values()].flatMap((of) =>
    of.slice(0, 1).map((part) => ({
      ...part,
      ...{ payments: of.length, old_fee: sum(of, 'old_fee'), new_fee: sum(of, 'new_fee') },
    })),
  )
}
