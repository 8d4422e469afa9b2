import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import { feeOf, inCurrencyOf, winner } from '@kontor/contract/pricing/price.rules'
import type { trySchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Reader } from '../../platform/db/database.ts'
import { linesOf } from './lines-of.ts'
import type { OfVersion } from './locked-version.ts'
import { schemeOfVersion } from './seen-version.ts'

type Endpoint = (typeof trySchemeVersionEndpoint)['REVENUE']

/** The line by which a payment would be priced. What is not said of the payment is unknown. */
export async function trySchemeVersion(
  db: Reader,
  id: string,
  { type, version, ...payment }: OfVersion & ReadQuery<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { currency_code } = await schemeOfVersion(db, id, { type, version })
  const lines = inCurrencyOf(currency_code, await linesOf(db, version))
  const unknown = {
    brand: null,
    holder: null,
    funding: null,
    region: null,
    domestic: null,
    channel: null,
    volume: null,
  }
  const won = winner(lines, { ...unknown, ...payment })
  const numberOf = (line: (typeof lines)[number]) => lines.indexOf(line) + 1
  return {
    line: won ? numberOf(won.line) : null,
    beaten: won?.beaten.map(numberOf) ?? [],
    fee: won ? Number(feeOf(payment.amount, won.line)) : null,
  }
}
