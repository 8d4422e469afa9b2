import { plusDays } from '@kontor/contract/dates'
import { addBankingDays, nextBankingDay } from '@kontor/contract/ledger/banking-days.rules'
import {
  boundariesOf,
  type Line,
  type Priced,
  type PriceEvent,
  regionOf,
  winner,
} from '@kontor/contract/pricing/price.rules'
import type { Pricing } from '../../pricing/versions-at.ts'

/** What the events of a batch have in common for their prices. */
export interface Combination {
  key: string
  merchant_id: string
  /** `2026-10-31`. */
  business_day: string
  book_id: string
  kind: number
  currency_code: string
  product: string
  brand: string | null
  holder: string | null
  funding: string | null
  issuer_country: string | null
  merchant_country: string
  channel: string | null
  /** Banking days until its money is available. */
  delay_days: number
}

/** The price of the events of a combination whose amounts are in a range, as lines of schemes. */
export interface Price {
  key: string
  book_id: string
  available_on: string
  /** `low` <= amount < `high`, in minor units. */
  low: number
  high: number | null
  fee_line: number | null
  cost_line: number | null
  share_line: number | null
  share_of: string | null
  /** The scheme of the partner, which is its account. */
  partner: string | null
  hold_ppm: number | null
  release_on: string | null
}

const priceEvents: Readonly<Record<number, PriceEvent>> = {
  1: 'capture',
  7: 'refund',
  8: 'chargeback',
  9: 'chargeback_reversed',
}

/** The prices of a combination, one for each range of amounts in which the same lines win. */
export function pricesOf(combination: Combination, pricing: Pricing): Price[] {
  const { REVENUE: revenue, COST: cost, RESERVE: reserve, PARTNER: partner } = pricing
  const { key, book_id, business_day, delay_days, kind } = combination
  const event = priceEvents[kind]
  const holds = kind === 1 && reserve?.hold_ppm ? reserve : undefined
  const common = {
    ...{ key, book_id, available_on: addBankingDays(business_day, delay_days) },
    share_of: partner?.share_of ?? null,
    partner: partner?.scheme_id ?? null,
    hold_ppm: holds?.hold_ppm ?? null,
    release_on: holds ? nextBankingDay(plusDays(business_day, holds.hold_days ?? 0)) : null,
  }
  const types = [revenue, cost, partner].map((version) => (version?.lines ?? []).filter((line) => line.event === event))
  const lows = [0, ...boundariesOf(types.flat()).filter((amount) => amount > 0)]
  return lows.map((low, at) => {
    const [fee, ofCost, share] = types.map((lines) => event && winningLine(lines, combination, event, low))
    return {
      ...common,
      ...{ low, high: lows[at + 1] ?? null },
      ...{ fee_line: fee ?? null, cost_line: ofCost ?? null, share_line: share ?? null },
    }
  })
}

function winningLine(
  lines: readonly (Line & { id: number })[],
  combination: Combination,
  event: PriceEvent,
  amount: number,
): number | undefined {
  const { product, brand, holder, funding, channel, currency_code, issuer_country, merchant_country } = combination
  const domestic = issuer_country === null ? null : issuer_country === merchant_country
  const region = regionOf(issuer_country)
  const priced: Priced = {
    ...{ event, amount, product, brand, holder, funding, channel, currency_code, region, domestic },
  }
  return winner(lines, priced)?.line.id
}
