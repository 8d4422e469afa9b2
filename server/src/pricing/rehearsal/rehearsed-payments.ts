import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import { tiersOf } from '@kontor/contract/pricing/price.rules'
import type { listRehearsedPaymentsEndpoint } from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import { mostNamedPayments } from '@kontor/contract/pricing/rehearsal/rehearsal.rules'
import { Refusal } from '@kontor/contract/refusal'
import { type SqlBool, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { monthsOf } from '../../platform/time/months.ts'
import { schemeOfVersion } from '../versions/seen-version.ts'
import { loadVersions } from '../versions-at.ts'
import { numberOfEvent } from '../winning-lines.ts'
import { bookedCosts, bookedEvents, bookedOn, countBooked } from './booked-events.ts'
import { anyPasses, newPrices, pricedEvents } from './price-events.ts'

type Reply = ReplyOf<typeof listRehearsedPaymentsEndpoint>
type Payment = Reply['payments'][number]
type Asked = ReadQuery<typeof listRehearsedPaymentsEndpoint> & { version: string; rehearsal: string }

/** A person waits for the answer. */
const longest_ms = 10_000

/**
 * The latest payments of a pair of lines: priced again, because a rehearsal keeps sums. When the time is over, those that were found
 * by then; `unavailable` when there are none.
 */
export async function listRehearsedPayments(trx: Trx, id: string, asked: Asked): Promise<Reply> {
  await schemeOfVersion(trx, id, { type: 'REVENUE', version: asked.version })
  const found = await trx
    .selectFrom('scheme_rehearsal')
    .select(['merchant_ids', 'first_day', 'last_day'])
    .where('id', '=', asked.rehearsal)
    .where('version_id', '=', asked.version)
    .executeTakeFirst()
  const version = (await loadVersions(trx, [asked.version])).get(asked.version)
  if (!found || !version) throw new Refusal('not_found')
  const merchants = await merchantsOf(trx, asked, found.merchant_ids)
  await sql`select set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true)`.execute(trx)
  const passes = await anyPasses(trx)
  const payments: Payment[] = []
  const end = Date.now() + longest_ms
  const months = [...monthsOf({ first: found.first_day, last: found.last_day })].reverse()
  for (const month of merchants.length > 0 ? months : []) {
    const left = mostNamedPayments - payments.length
    const left_ms = end - Date.now()
    if (left === 0 || (left_ms <= 0 && payments.length > 0)) break
    await sql`select set_config('statement_timeout', ${String(Math.max(1, left_ms))}, true)`.execute(trx)
    const booked = await bookedOn(trx, month, merchants)
    const counted = await countBooked(trx, booked)
    if (counted.oldest === null) continue
    const events = sql`select x.* from (${bookedEvents(booked, counted, tiersOf(version.lines))}) x where ${ofPair(asked)}`
    const prices = await newPrices(trx, events, version)
    const costs = passes ? bookedCosts(booked) : undefined
    const { rows } = await sql<Payment>`
      select p.merchant_id as merchant, m.name as merchant_name, p.transaction_id as transaction, p.business_day, p.amount,
        p.currency_code, p.old_fee, p.new_fee
      from (${pricedEvents(events, prices, costs)}) p join merchant m on m.id = p.merchant_id
      where coalesce(p.new_line, 0) = ${asked.new_line}
      order by p.business_day desc, p.seq desc limit ${left}`.execute(trx)
    payments.push(...rows)
  }
  return { payments }
}

const ofPair = ({ currency_code, event, old_line }: Asked) =>
  sql<SqlBool>`x.kind = ${numberOfEvent(event)} and x.currency_code = ${currency_code} and coalesce(x.old_line, 0) = ${old_line}`

/** Of the rehearsed merchants, those that have this pair. */
async function merchantsOf(
  trx: Trx,
  { rehearsal, of, ...pair }: Asked,
  rehearsed: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select distinct merchant_id from scheme_rehearsal_part
    where rehearsal_id = ${rehearsal} and merchant_id = any(${rehearsed}::uuid[])
      and (${of ?? null}::uuid is null or merchant_id = ${of ?? null}::uuid)
      and currency_code = ${pair.currency_code} and event = ${pair.event}
      and coalesce(old_line, 0) = ${pair.old_line} and coalesce(new_line, 0) = ${pair.new_line}`.execute(trx)
  return rows.map((row) => row.merchant_id)
}
