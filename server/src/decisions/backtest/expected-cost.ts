import { groupsOf } from './volumes.ts'

/** Payments whose cost is booked, and that are alike in all that prices look at but the amount. Sums of minor units. */
export interface Costing {
  /** The processor where they were made. */
  readonly at: string
  /** All that prices look at, but amount and processor. */
  readonly priced: string
  readonly currency_code: string
  readonly count: number
  readonly amount: number
  readonly amount_squared: number
  readonly cost: number
  readonly amount_by_cost: number
}

/** Payments that would move. They were made at the processor that they would leave. */
export interface MovingCost extends Costing {
  readonly to: string
}

export interface ExpectedCost {
  currency_code: string
  /** Moved payments of which there are enough like them at the other processor. */
  payments: number
  before: bigint
  after: bigint
}

/** Fewer payments say nothing. */
const fewest = 30

/**
 * What moving payments cost where they were made, and what they would cost elsewhere: a fixed amount and a part of the amount,
 * as payments like them cost there. Prices that differ by size are met on average only.
 */
export function expectedCosts(moving: readonly MovingCost[], all: readonly Costing[]): ExpectedCost[] {
  const there = groupsOf(all, ({ at, priced }) => `${at} ${priced}`)
  const found = new Map<string, ExpectedCost>()
  for (const each of moving) {
    const price = priceOf(there.get(`${each.to} ${each.priced}`) ?? [])
    if (!price || each.count === 0) continue
    const { currency_code } = each
    const had = found.get(currency_code) ?? { currency_code, payments: 0, before: 0n, after: 0n }
    found.set(currency_code, {
      currency_code,
      payments: had.payments + each.count,
      before: had.before + BigInt(Math.round(each.cost)),
      after: had.after + BigInt(Math.round(price.fixed * each.count + price.part * each.amount)),
    })
  }
  return [...found.values()].sort((one, other) => other.payments - one.payments)
}

/** By least squares. Undefined: there are too few. Amounts that hardly differ show no part. */
function priceOf(alike: readonly Costing[]): { fixed: number; part: number } | undefined {
  const sum = (of: (each: Costing) => number) => alike.reduce((all, each) => all + of(each), 0)
  const count = sum((each) => each.count)
  if (count < fewest) return undefined
  const [amount, cost] = [sum((each) => each.amount), sum((each) => each.cost)]
  const squares = sum((each) => each.amount_squared)
  const spread = squares - amount ** 2 / count
  const part = spread > 1e-6 * squares ? (sum((each) => each.amount_by_cost) - (amount * cost) / count) / spread : 0
  return { fixed: (cost - part * amount) / count, part }
}
