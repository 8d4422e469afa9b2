import { cardBrands, paymentProducts } from '../payments/transaction.rules.ts'

export const schemeTypes = ['REVENUE', 'COST', 'RESERVE', 'PARTNER'] as const
export type SchemeType = (typeof schemeTypes)[number]

interface Priceable {
  /** The kind of transfer that moves its money. Absent: it moves no money of a payment, and its fee is ancillary. */
  readonly moves?: string
  /** The kind of transfer of its fee. */
  readonly fee: string
  /** It belongs to no payment. */
  readonly isWithoutPayment?: true
  readonly isWithoutAmount?: true
}

/** The events that a line can price. The lists of events and of the kinds of their fees follow from it. */
const priceable = {
  capture: { moves: 'capture', fee: 'fee' },
  refund: { moves: 'refund', fee: 'fee' },
  chargeback: { moves: 'chargeback', fee: 'fee' },
  chargeback_reversed: { moves: 'chargeback_reversed', fee: 'fee' },
  authorisation: { fee: 'authorisation_fee' },
  decline: { fee: 'decline_fee' },
  payout: { fee: 'payout_fee', isWithoutPayment: true },
  month: { fee: 'month_fee', isWithoutPayment: true, isWithoutAmount: true },
  month_minimum: { fee: 'month_minimum_fee', isWithoutPayment: true, isWithoutAmount: true },
  month_maximum: { fee: 'month_maximum_less', isWithoutPayment: true, isWithoutAmount: true },
} as const satisfies Record<string, Priceable>

export type PriceEvent = keyof typeof priceable
type MoneyEvent = { [E in PriceEvent]: (typeof priceable)[E] extends { moves: string } ? E : never }[PriceEvent]
export type AncillaryEvent = Exclude<PriceEvent, MoneyEvent>
export type AncillaryFee = (typeof priceable)[AncillaryEvent]['fee']

const described = (event: PriceEvent): Priceable => priceable[event]

// The keys are those of the description.
export const priceEvents = Object.keys(priceable) as readonly PriceEvent[]
/** Events that move no money of a payment. Only REVENUE schemes price them, and only by fixed amounts. */
export const isAncillary = (event: PriceEvent): event is AncillaryEvent => described(event).moves === undefined
export const isWithoutPayment = (event: PriceEvent): boolean => described(event).isWithoutPayment === true
export const isWithoutAmount = (event: PriceEvent): boolean => described(event).isWithoutAmount === true

const isOfMoney = (event: PriceEvent): event is MoneyEvent => !isAncillary(event)
/** Events that move the money of a payment. */
export const moneyEvents = priceEvents.filter(isOfMoney)
export const ancillaryEvents = priceEvents.filter(isAncillary)

/** The kind of transfer by which the ledger knows an event: what moves its money, or its fee alone. */
export const bookedAs = (event: PriceEvent): (typeof priceable)[MoneyEvent]['moves'] | AncillaryFee =>
  isAncillary(event) ? priceable[event].fee : priceable[event].moves
export const feeOfAncillary = (event: AncillaryEvent): AncillaryFee => priceable[event].fee

/** The kinds of the fees for what moves no money of a payment. */
export const ancillaryFees = ancillaryEvents.map(feeOfAncillary)
/** Those of them that belong to a payment. */
export const ancillaryFeesOfPayments = ancillaryEvents.filter((event) => !isWithoutPayment(event)).map(feeOfAncillary)
/** The events by which the end of a month is priced, each once for a merchant. */
export const monthEvents = ['month', 'month_minimum', 'month_maximum'] as const satisfies readonly AncillaryEvent[]
export type MonthEvent = (typeof monthEvents)[number]
/** The least and the most that the fees of a month come to in all: they are brought there when it ends. */
export const monthBounds = ['month_minimum', 'month_maximum'] as const satisfies readonly MonthEvent[]
export type MonthBound = (typeof monthBounds)[number]
export const isMonthBound = (event: PriceEvent): event is MonthBound => monthBounds.some((bound) => bound === event)

/** The kinds of transfer that are fees. */
export const feeKinds = ['fee', 'fee_more', 'fee_less', ...ancillaryFees] as const

/** The events that a type of scheme prices. */
export const eventsOfType = (type: SchemeType): readonly PriceEvent[] =>
  type === 'REVENUE' ? priceEvents : moneyEvents

export const cardHolders = ['consumer', 'commercial'] as const
export const cardFundings = ['debit', 'credit', 'prepaid'] as const
export const priceRegions = ['EEA', 'UK', 'OTHER'] as const
export type PriceRegion = (typeof priceRegions)[number]
export const priceChannels = ['ecommerce', 'pos', 'moto', 'recurring'] as const

/**
 * The facts of a payment that a line may name, the weightiest first; amount and tier weigh least. Only lines of costs name the gateway.
 * It weighs most, because the contract with a gateway says all that this gateway charges (docs/adr/0253).
 */
export const priceDimensions = [
  'gateway',
  'product',
  'brand',
  'holder',
  'funding',
  'region',
  'domestic',
  'channel',
  'currency_code',
] as const
export type PriceDimension = (typeof priceDimensions)[number]

/** What a line may pass on of what a payment cost. */
export const passedCostsOfLines = ['interchange', 'interchange_and_scheme_fees'] as const
/** How much of a cost may be passed on as what. */
export const costPartNames = ['interchange_fixed', 'interchange_ppm', 'scheme_fees_fixed', 'scheme_fees_ppm'] as const
/** Of what a fee consists that passes costs on. */
export const feeParts = ['interchange', 'scheme_fees', 'markup'] as const
export type FeePart = (typeof feeParts)[number]

/** The events of which costs are passed on. What a chargeback costs is a price of its own. */
export const passingEvents: readonly PriceEvent[] = ['capture', 'refund']

/** The values of the dimensions that have few. */
export const dimensionValues = {
  product: paymentProducts,
  brand: cardBrands,
  holder: cardHolders,
  funding: cardFundings,
  region: priceRegions,
  channel: priceChannels,
} as const

interface Dimensions {
  /** The gateway of the processor that took the payment. */
  readonly gateway: string | null
  readonly product: string | null
  readonly brand: string | null
  readonly holder: string | null
  readonly funding: string | null
  readonly region: string | null
  /** True when the issuer's country is the merchant's. */
  readonly domestic: boolean | null
  readonly channel: string | null
  readonly currency_code: string | null
}

/** A price. Null in a dimension: any value. Amounts are minor units. */
export interface Line extends Dimensions {
  readonly event: PriceEvent
  /** `amount_from` <= amount < `amount_until`. */
  readonly amount_from: number | null
  readonly amount_until: number | null
  /** `tier_from` <= what the merchant captured in the month before < `tier_until`. */
  readonly tier_from: number | null
  readonly tier_until: number | null
  readonly fixed: number
  /** Millionths of the amount: 1.4 % is 14000. */
  readonly ppm: number
  /** Of fixed amount and percentage together. */
  readonly minimum: number | null
  readonly maximum: number | null
  /** Of what merchants pay: what of the cost is passed on, beside the amounts above, which are then a markup. */
  readonly passes_on: (typeof passedCostsOfLines)[number] | null
  /** The text that merchants read in the place of what the line names. Only lines of what merchants pay have one. */
  readonly text_nl: string | null
  readonly text_en: string | null
  /** Of costs: how much of the amounts above is interchange, and how much the fees of the card's brand. */
  readonly interchange_fixed: number
  readonly interchange_ppm: number
  readonly scheme_fees_fixed: number
  readonly scheme_fees_ppm: number
}

/** What is priced. Null: unknown, and only lines that do not name the dimension fit. Amount in minor units. */
export interface Priced extends Dimensions {
  readonly event: PriceEvent
  readonly currency_code: string
  readonly amount: number
  /** What the merchant captured in the calendar month before, in this currency and in minor units. */
  readonly volume: number | null
}

/** The text of a line in that language; null: it has none. Lines of documents from before have no such fields. */
export const textOfLine = ({ text_nl, text_en }: Pick<Line, 'text_nl' | 'text_en'>, language: string): string | null =>
  (language === 'nl' ? text_nl : text_en) ?? null
export const longestText = 100

/** The largest amount in a line, in minor units. */
export const largestPrice = 1_000_000_000_000
export const wholePpm = 1_000_000
/** The most lines of a version. */
export const mostLines = 500
export const mostHoldDays = 365

export const hasTier = (line: Line): boolean => line.tier_from !== null || line.tier_until !== null
const hasRange = (line: Line): boolean => line.amount_from !== null || line.amount_until !== null || hasTier(line)

/** Which dimensions a line names, one bit each: of two lines that fit a payment, the higher number wins. */
export const maskOf = (line: Line): number =>
  priceDimensions.reduce((mask, name, at) => mask | (line[name] === null ? 0 : 512 >> at), hasRange(line) ? 1 : 0)

export const fits = (line: Line, priced: Priced): boolean =>
  line.event === priced.event &&
  priceDimensions.every((name) => line[name] === null || line[name] === priced[name]) &&
  priced.amount >= (line.amount_from ?? 0) &&
  (line.amount_until === null || priced.amount < line.amount_until) &&
  isInTier(line, priced.volume)

const isInTier = (line: Line, volume: number | null): boolean =>
  !hasTier(line) ||
  (volume !== null && volume >= (line.tier_from ?? 0) && (line.tier_until === null || volume < line.tier_until))

/**
 * The line by which a payment is priced, and the others that fit it, the weightiest first. Undefined: no line fits. A
 * version that was activated has no two lines of the same weight that fit.
 */
export function winner<L extends Line>(lines: readonly L[], priced: Priced): { line: L; beaten: L[] } | undefined {
  const [line, ...beaten] = lines.filter((each) => fits(each, priced)).sort((one, other) => maskOf(other) - maskOf(one))
  return line && { line, beaten }
}

/** Lines that name the currency of their scheme, which prices no other: `winner` knows lines alone. */
export const inCurrencyOf = <L extends Line>(currency: string | null, lines: readonly L[]): L[] =>
  lines.map((line) => ({ ...line, currency_code: line.currency_code ?? currency }))

/** The amounts at which another line may win: between two of them, one line wins for the same other attributes. Ascending. */
export const boundariesOf = (lines: readonly Line[]): number[] =>
  [...new Set(lines.flatMap((line) => [line.amount_from, line.amount_until]))]
    .filter((amount) => amount !== null)
    .sort((one, other) => one - other)

/** The volumes from which another line may win, ascending; the first is 0. */
export const tiersOf = (lines: readonly Line[]): number[] =>
  [...new Set([0, ...lines.flatMap((line) => [line.tier_from, line.tier_until])])]
    .filter((volume) => volume !== null)
    .sort((one, other) => one - other)

/** Minor units, half away from zero. `fee_of` of the database is the same rule. */
export function feeOf(amount: number | bigint, line: Pick<Line, 'fixed' | 'ppm' | 'minimum' | 'maximum'>): bigint {
  const fee = BigInt(line.fixed) + shareOf(BigInt(amount), line.ppm)
  const raised = line.minimum !== null && fee < line.minimum ? BigInt(line.minimum) : fee
  return line.maximum !== null && raised > line.maximum ? BigInt(line.maximum) : raised
}

/**
 * The amount that brings the fees of a month to a bound, in minor units, 0 or more: a minimum charges it, a maximum gives it back.
 * `fees`: all of the month but a fixed one for the month itself. Where more was given back than charged, they count as none.
 */
export function beyondBound(bound: MonthBound, fees: bigint, fixed: number): bigint {
  const counted = fees > 0n ? fees : 0n
  const beyond = bound === 'month_minimum' ? BigInt(fixed) - counted : counted - BigInt(fixed)
  return beyond > 0n ? beyond : 0n
}

/** What a line passes on of a cost, in minor units. Together never more than the cost. */
export interface PassedCosts {
  readonly interchange: bigint
  readonly scheme_fees: bigint
}

/**
 * What a line passes on of what a payment is expected to cost. Without a line of costs it is nothing. `interchange_of` and
 * `scheme_fees_of` of the database are the same rule.
 */
export function passedCosts(
  amount: number | bigint,
  { passes_on }: Pick<Line, 'passes_on'>,
  cost: Line | undefined,
): PassedCosts {
  if (passes_on === null || cost === undefined) return { interchange: 0n, scheme_fees: 0n }
  const whole = feeOf(amount, cost)
  const part = (fixed: number, ppm: number) => feeOf(amount, { fixed, ppm, minimum: null, maximum: null })
  const interchange = least(part(cost.interchange_fixed, cost.interchange_ppm), whole)
  const scheme_fees = least(part(cost.scheme_fees_fixed, cost.scheme_fees_ppm), whole - interchange)
  return { interchange, scheme_fees: passes_on === 'interchange' ? 0n : scheme_fees }
}
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** So many millionths of an amount in minor units, half away from zero. */
export function shareOf(amount: bigint, ppm: number): bigint {
  const share = ((amount < 0n ? -amount : amount) * BigInt(ppm) + 500_000n) / 1_000_000n
  return amount < 0n ? -share : share
}

/** The European Economic Area, with the parts of France and Finland beyond Europe that have codes of their own. */
const eea = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO AX GF GP MF MQ RE YT'.split(
    ' ',
  ),
)
const uk = new Set(['GB', 'GG', 'IM', 'JE'])

/** Of the country of a card's issuer (ISO 3166-1 alpha-2); null when that is unknown. */
export function regionOf(country: string | null): PriceRegion | null {
  if (country === null) return null
  if (eea.has(country)) return 'EEA'
  return uk.has(country) ? 'UK' : 'OTHER'
}
