import { fewestCharged, type KeptPrice } from '@kontor/contract/pricing/charged/charged.rules'
import { type costPartNames, feeOf, type Line, largestPrice, wholePpm } from '@kontor/contract/pricing/price.rules'

/** What a processor charged for one payment, refund or chargeback. Minor units. */
export interface ChargedFee {
  /** Of the payment itself. */
  amount: number
  charged: number
  /** Parts of it; null: its file does not tell them apart. */
  interchange: number | null
  scheme_fees: number | null
}

type Price = Pick<Line, 'fixed' | 'ppm' | 'minimum' | 'maximum'>

/**
 * The line with the price that the processor charges, or why it keeps its own. Fees are the newest first. A price that changed is found
 * by looking at fewer of them, until one price explains nearly all.
 */
export function proposedPrice(line: Line, fees: readonly ChargedFee[], hasCurrency: boolean): Line | KeptPrice {
  let why: KeptPrice = 'too_few'
  for (let count = fees.length; count >= fewestCharged; count = Math.max(fewestCharged, Math.floor(count / 2))) {
    const found = pricedBy(line, fees.slice(0, count), hasCurrency)
    if (typeof found !== 'string' || found === 'as_expected') return found
    // Of what was charged last, rather than of all.
    why = found
    if (count === fewestCharged) break
  }
  return why
}

function pricedBy(line: Line, fees: readonly ChargedFee[], hasCurrency: boolean): Line | KeptPrice {
  if (explains(line, fees)) return 'as_expected'
  const whole = priceOf(line, fees, hasCurrency)
  if (typeof whole === 'string') return whole
  const parts = partsOf(line, fees, hasCurrency)
  if (typeof parts === 'string') return parts
  const proposed = { ...line, ...whole, ...parts }
  const fits =
    proposed.interchange_fixed + proposed.scheme_fees_fixed <= proposed.fixed &&
    proposed.interchange_ppm + proposed.scheme_fees_ppm <= proposed.ppm
  return fits ? proposed : 'no_single_price'
}

type Parts = { -readonly [Name in (typeof costPartNames)[number]]: number }

/** A line that says which parts of its price may be passed on says so of the new one. */
function partsOf(line: Line, fees: readonly ChargedFee[], hasCurrency: boolean): Partial<Parts> | KeptPrice {
  const found: Partial<Parts> = {}
  for (const part of ['interchange', 'scheme_fees'] as const) {
    const [fixed, ppm] = [line[`${part}_fixed`], line[`${part}_ppm`]]
    if (fixed === 0 && ppm === 0) continue
    const known = fees.flatMap((fee) => (fee[part] === null ? [] : [{ ...fee, charged: fee[part] }]))
    if (known.length < fewestCharged) return 'parts_unknown'
    const own = { fixed, ppm, minimum: null, maximum: null }
    const price = explains(own, known) ? own : priceOf(own, known, hasCurrency)
    if (typeof price === 'string') return price
    found[`${part}_fixed`] = price.fixed
    found[`${part}_ppm`] = price.ppm
  }
  return found
}

type Of = Pick<ChargedFee, 'amount' | 'charged'>

/** Processors round each part of a fee, so that a sum of them may be a minor unit off. */
const tolerance = 1
export const isAlike = (expected: number, charged: number): boolean => Math.abs(expected - charged) <= tolerance
const isExplained = (price: Price, { amount, charged }: Of): boolean => isAlike(Number(feeOf(amount, price)), charged)

/** Nearly all: a fee that was charged by mistake says nothing of the price. And what is left does not all go one way. */
function explains(price: Price, fees: readonly Of[]): boolean {
  const explained = fees.filter((fee) => isExplained(price, fee))
  const bias = explained.reduce((sum, { amount, charged }) => sum + charged - Number(feeOf(amount, price)), 0)
  return explained.length >= fees.length * 0.95 && Math.abs(bias) <= explained.length / 2
}

/** The price within the minimum and maximum that the line has, which one price of a processor is rarely told by. */
function priceOf(
  { fixed: own, minimum, maximum }: Price,
  fees: readonly Of[],
  hasCurrency: boolean,
): Pick<Line, 'fixed' | 'ppm'> | KeptPrice {
  const free = fees.filter(({ charged }) => charged !== minimum && charged !== maximum)
  const [first] = free
  if (!first || free.length < fewestCharged) return 'no_single_price'
  const within = ({ fixed, ppm }: Pick<Line, 'fixed' | 'ppm'>) => ({ fixed, ppm, minimum, maximum })
  const alike = areAlike(free)
  // The same for every amount: nothing of it depends on the amount.
  const charged = middleOf(free.map((fee) => fee.charged))
  const flat = { fixed: charged, ppm: 0 }
  if (hasCurrency && !alike && isPrice(flat) && explains(within(flat), fees)) return flat
  if (alike) return 'amounts_alike'
  const slope = slopeOf(free)
  const start = Math.round(middleOf(free.map(({ amount, charged: fee }) => fee - slope * amount)))
  const fixed = hasCurrency ? [own, ...around(start)] : [0]
  const found = fixed
    .map((each) => ({ fixed: each, ppm: ppmBeside(each, free, slope) }))
    .filter(isPrice)
    .map((price) => ({ price, off: offBy(within(price), fees) }))
  const best = found.toSorted((one, other) => one.off - other.off)[0]
  if (!best || !explains(within(best.price), fees)) return 'no_single_price'
  // What the provider agreed on stays where it explains as much.
  const kept = found.find(({ price, off }) => price.fixed === own && off <= best.off * 1.1)
  return (kept ?? best).price
}

const isPrice = ({ fixed, ppm }: Pick<Line, 'fixed' | 'ppm'>): boolean =>
  fixed >= 0 && fixed <= largestPrice && ppm >= 0 && ppm <= wholePpm

const around = (fixed: number): number[] => [0, -1, 1, -2, 2].map((off) => Math.max(0, fixed + off))

/** A fixed amount and a percentage are told apart by amounts of which many are twice as large as many others. */
function areAlike(fees: readonly Of[]): boolean {
  const amounts = fees.map(({ amount }) => amount).sort((one, other) => one - other)
  const at = (share: number) => amounts[Math.floor((amounts.length - 1) * share)] ?? 0
  return at(0.9) < 2 * at(0.1)
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0

/** By how much of each minor unit the fee grows: the middle of what small and large amounts say, so that mistakes do not move it. */
function slopeOf(fees: readonly Of[]): number {
  const sorted = fees.toSorted((one, other) => one.amount - other.amount)
  const half = Math.floor(sorted.length / 2)
  return middleOf(
    sorted.slice(0, half).flatMap((small, at) => {
      const large = sorted[at + sorted.length - half]
      return large && large.amount > small.amount
        ? [(large.charged - small.charged) / (large.amount - small.amount)]
        : []
    }),
  )
}

/** The roundest percentage that lies as near as the fees can tell. */
function ppmBeside(fixed: number, fees: readonly Of[], slope: number): number {
  const near = fees.filter(({ amount, charged }) => Math.abs(charged - fixed - slope * amount) <= 2 * (tolerance + 1))
  const used = near.length > 0 ? near : fees
  const squares = used.reduce((sum, { amount }) => sum + amount * amount, 0)
  const best = (used.reduce((sum, { amount, charged }) => sum + amount * (charged - fixed), 0) / squares) * 1_000_000
  const room = (2 * 0.5 * 1_000_000) / Math.sqrt(squares)
  const rounded = [10_000, 5_000, 1_000, 500, 100, 50, 10].map((step) => Math.round(best / step) * step)
  return rounded.find((ppm) => Math.abs(ppm - best) <= room) ?? Math.round(best)
}

/** Squares, and each no larger than that of a fee that is not explained. */
const offBy = (price: Price, fees: readonly Of[]): number =>
  fees.reduce((sum, { amount, charged }) => sum + Math.min(9, (Number(feeOf(amount, price)) - charged) ** 2), 0)
