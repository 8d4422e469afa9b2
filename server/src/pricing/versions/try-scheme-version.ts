import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import {
  beyondBound,
  feeOf,
  inCurrencyOf,
  isMonthBound,
  type Line,
  type Priced,
  passedCosts,
  type SchemeType,
  winner,
} from '@kontor/contract/pricing/price.rules'
import type { trySchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Reader } from '../../platform/db/database.ts'
import { firstOpenDay } from '../business-days.ts'
import { costsOfScheme } from '../costs/costs-of-scheme.ts'
import { linesOf } from './lines-of.ts'
import type { OfVersion } from './locked-version.ts'
import { schemeOfVersion } from './seen-version.ts'

type Endpoint = (typeof trySchemeVersionEndpoint)['REVENUE']

/** The line by which a payment would be priced. What is not said of the payment is unknown. */
export async function trySchemeVersion(
  db: Reader,
  id: string,
  { type, version, base, ...payment }: OfVersion & ReadQuery<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { currency_code } = await schemeOfVersion(db, id, { type, version })
  const lines = inCurrencyOf(currency_code, await linesOf(db, version))
  const unknown = {
    gateway: null,
    product: null,
    brand: null,
    holder: null,
    funding: null,
    region: null,
    domestic: null,
    channel: null,
    volume: null,
  }
  const priced = { ...unknown, ...payment }
  const won = winner(lines, priced)
  const passed = won ? await expectedToPass(db, id, won.line, priced) : null
  const passedOn = passed ? passed.interchange + passed.scheme_fees : 0
  const numberOf = (line: (typeof lines)[number]) => lines.indexOf(line) + 1
  return {
    line: won ? numberOf(won.line) : null,
    beaten: won?.beaten.map(numberOf) ?? [],
    fee: won ? Number(feeBy(type, won.line, base ?? payment.amount)) + passedOn : null,
    passed,
  }
}

/** Of a maximum of a month it is below zero: it is given back. Of nothing nobody has a share, not even a fixed one. */
function feeBy(type: SchemeType, line: Line, amount: number): bigint {
  if (type === 'PARTNER' && amount <= 0) return 0n
  if (!isMonthBound(line.event)) return feeOf(amount, line)
  const beyond = beyondBound(line.event, BigInt(amount), line.fixed)
  return line.event === 'month_maximum' ? -beyond : beyond
}

/** What a line passes on of the cost that most merchants of the scheme have. */
async function expectedToPass(
  db: Reader,
  scheme: string,
  line: Line,
  priced: Priced,
): Promise<ReplyOf<Endpoint>['passed']> {
  if (line.passes_on === null) return null
  const [cost] = await costsOfScheme(db, scheme, await firstOpenDay(db))
  const { interchange, scheme_fees } = passedCosts(
    priced.amount,
    line,
    cost && winner(cost.version.lines, priced)?.line,
  )
  return { interchange: Number(interchange), scheme_fees: Number(scheme_fees), cost_scheme: cost?.scheme_name ?? null }
}
