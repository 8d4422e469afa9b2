import { type PriceEvent, tiersOf } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Databases, Trx } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import type { PricingVersion } from '../versions-at.ts'
import { eventOfNumber } from '../winning-lines.ts'
import { ancillaryParts } from './ancillary-parts.ts'
import { bookedCosts, bookedEvents, bookedOn, countBooked } from './booked-events.ts'
import { anyPasses, newPrices, pricedEvents } from './price-events.ts'
import type { RehearsedPart } from './rehearsed-part.ts'

export interface RehearsedMonth {
  parts: RehearsedPart[]
  /** What the ledger has of these days. */
  captures_booked: number
  fees_booked: string
  /** Events that could not be priced anew. */
  left_out: PriceEvent[]
}

/** Prices the events of these business days by a version, all as of one moment. */
export const rehearseMonth = (
  { provider }: Pick<Databases, 'provider'>,
  days: Days,
  merchants: readonly string[],
  version: PricingVersion,
): Promise<RehearsedMonth> =>
  provider
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${longest}, true), set_config('work_mem', '64MB', true),
        set_config('jit', 'off', true)`.execute(trx)
      const booked = await bookedOn(trx, days, merchants)
      // Right after a load, before statistics are gathered, the planner takes months for a few rows and joins row by row.
      await sql`set local enable_nestloop = off`.execute(trx)
      const found = await countBooked(trx, booked)
      const parts = found.oldest === null ? [] : await partsOfMoney(trx, { booked, found, version })
      const ancillary = await ancillaryParts(trx, { days, merchants, version }, parts)
      return {
        captures_booked: found.captures,
        fees_booked: String(BigInt(found.fees) + ancillary.fees_booked),
        left_out: ancillary.left_out,
        parts: [...parts, ...ancillary.parts],
      }
    })

interface OfMoney {
  booked: Awaited<ReturnType<typeof bookedOn>>
  found: Awaited<ReturnType<typeof countBooked>>
  version: PricingVersion
}

async function partsOfMoney(trx: Trx, { booked, found, version }: OfMoney): Promise<RehearsedPart[]> {
  const events = bookedEvents(booked, found, tiersOf(version.lines))
  const prices = await newPrices(trx, events, version)
  const costs = (await anyPasses(trx)) ? bookedCosts(booked) : undefined
  const { rows } = await sql<Omit<RehearsedPart, 'event'> & { kind: number }>`
        select p.merchant_id, p.currency_code, p.kind, p.old_line, p.new_line, count(*) as payments, sum(p.amount) as volume,
          sum(p.old_fee) as old_fee, sum(p.new_fee) as new_fee, coalesce(sum(c.cost) filter (where p.nth = 1), 0) as cost
        from (${pricedEvents(events, prices, costs)}) p left join (${bookedCosts(booked)}) c
          on c.merchant_id = p.merchant_id and c.business_day = p.business_day and c.subject_id = p.subject_id
        group by 1, 2, 3, 4, 5`.execute(trx)
  return rows.map(({ kind, ...part }) => ({ ...part, event: eventOfNumber(kind) ?? '' }))
}

const longest = '300s'
