import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import {
  bookedAs,
  boundariesOf,
  type Line,
  type Priced,
  type PriceEvent,
  priceEvents,
  regionOf,
  winner,
} from '@kontor/contract/pricing/price.rules'

/** What lines look at, of events that are alike but for their amounts. */
export interface PricedAlike {
  /** Of the ledger. */
  kind: number
  currency_code: string
  /** Null: the payment has no processor, or only lines are asked that name none. */
  gateway: string | null
  product: string
  brand: string | null
  holder: string | null
  funding: string | null
  issuer_country: string | null
  merchant_country: string
  channel: string | null
  /** What the merchant captured in the month before, or the lowest volume with the same prices. */
  volume: number
}

type KeptLine = Line & { id: number }

/** `low` <= amount < `high` in minor units, and the id of the line that wins there in each list; null: none fits. */
interface Winning {
  low: number
  high: number | null
  lines: (number | null)[]
}

/** The number of an event in the ledger. One that moves no money has that of its fee. */
export const numberOfEvent = (event: PriceEvent): number => ledgerKinds[bookedAs(event)].kind

const eventsOfNumbers = new Map(priceEvents.map((event) => [numberOfEvent(event), event]))
export const eventOfNumber = (kind: number): PriceEvent | undefined => eventsOfNumbers.get(kind)

/** The lines that price events which are alike, one row for each range of amounts in which the same lines win. */
export function winningLines(alike: PricedAlike, lists: readonly (readonly KeptLine[])[]): Winning[] {
  const event = eventOfNumber(alike.kind)
  const fitting = lists.map((lines) => lines.filter((line) => line.event === event))
  const lows = [0, ...boundariesOf(fitting.flat()).filter((amount) => amount > 0)]
  return lows.map((low, at) => ({
    ...{ low, high: lows[at + 1] ?? null },
    lines: fitting.map((lines) => (event && winner(lines, pricedAt(alike, event, low))?.line.id) ?? null),
  }))
}

function pricedAt(alike: PricedAlike, event: PriceEvent, amount: number): Priced {
  const { gateway, product, brand, holder, funding, channel, currency_code, issuer_country, merchant_country, volume } =
    alike
  const domestic = issuer_country === null ? null : issuer_country === merchant_country
  const region = regionOf(issuer_country)
  return { event, amount, gateway, product, brand, holder, funding, channel, currency_code, region, domestic, volume }
}
