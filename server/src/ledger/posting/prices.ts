import { plusDays } from '@kontor/contract/dates'
import { addBankingDays, nextBankingDay } from '@kontor/contract/ledger/banking-days.rules'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import type { Pricing } from '../../pricing/versions-at.ts'
import { type PricedAlike, winningLines } from '../../pricing/winning-lines.ts'

/** What the events of a batch have in common for their prices. */
export interface Combination extends PricedAlike {
  id: number
  merchant_id: string
  /** `2026-10-31`. */
  business_day: string
  book_id: string
  organisation_id: string
  processor_id: string | null
  /** Their `seq`, as PostgreSQL writes an array. */
  events: string
  /** Banking days until its money is available. */
  delay_days: number
}

/** The price of the events of a combination whose amounts are in a range, as lines of schemes. */
export interface Price {
  available_on: string
  /** `low` <= amount < `high`, in minor units. */
  low: number
  high: number | null
  fee_line: number | null
  /** The line passes on what the payment costs. */
  passes: boolean
  cost_line: number | null
  share_line: number | null
  share_of: string | null
  /** The scheme of the partner, which is its account. */
  partner: string | null
  hold_ppm: number | null
  /** With this held of the book, nothing more is; null: without an end. */
  hold_cap: number | null
  release_on: string | null
}

/** The prices of a combination, one for each range of amounts in which the same lines win. */
export function pricesOf(combination: Combination, pricing: Pricing): Price[] {
  const { REVENUE: revenue, COST: cost, RESERVE: reserve, PARTNER: partner } = pricing
  const { business_day, delay_days, kind, currency_code } = combination
  const holds = kind === ledgerKinds.capture.kind && reserve?.hold_ppm ? reserve : undefined
  const common = {
    available_on: addBankingDays(business_day, delay_days),
    share_of: partner?.share_of ?? null,
    partner: partner?.scheme_id ?? null,
    hold_ppm: holds?.hold_ppm ?? null,
    hold_cap: holds?.currency_code === currency_code ? holds.hold_cap : null,
    release_on: holds ? nextBankingDay(plusDays(business_day, holds.hold_days ?? 0)) : null,
  }
  const passing = new Set(revenue?.lines.filter(({ passes_on }) => passes_on !== null).map(({ id }) => id))
  const lists = [revenue, cost, partner].map((version) => version?.lines ?? [])
  return winningLines(combination, lists).map(({ low, high, lines: [fee, ofCost, share] }) => ({
    ...common,
    ...{ low, high },
    ...{ fee_line: fee ?? null, cost_line: ofCost ?? null, share_line: share ?? null },
    passes: passing.has(fee ?? 0),
  }))
}
