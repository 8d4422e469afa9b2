import { linesBelowCost } from '@kontor/contract/pricing/below-cost'
import { inCurrencyOf } from '@kontor/contract/pricing/price.rules'
import type { FoundBelowCost } from '@kontor/contract/pricing/scheme.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { Reader } from '../../platform/db/database.ts'
import type { StoredScheme } from '../locked-scheme.ts'
import { linesOf } from '../versions/lines-of.ts'
import { costsOfScheme } from './costs-of-scheme.ts'

interface OfScheme extends Pick<StoredScheme, 'type' | 'currency_code'> {
  id: string
}

/** The lines of a version that are below the costs of a day. Other schemes than those of what merchants pay have none. */
export async function belowCost(
  db: Reader,
  { id, type, currency_code }: OfScheme,
  version: string,
  day: string,
): Promise<FoundBelowCost[]> {
  if (type !== 'REVENUE') return []
  const lines = inCurrencyOf(
    currency_code,
    (await linesOf(db, version)).map(({ id: _, ...line }) => line),
  )
  const costs = await costsOfScheme(db, id, day)
  return costs.flatMap(({ scheme_name, merchants, version: cost }) =>
    linesBelowCost(lines, cost.lines).map((found) => ({ ...found, scheme_name, merchants })),
  )
}

/** Refuses lines below their cost, unless whoever activates them says that they saw each. */
export async function requireSeenBelowCost(
  db: Reader,
  scheme: OfScheme,
  version: string,
  { day, seen }: { day: string; seen: readonly number[] },
): Promise<void> {
  const below = new Set((await belowCost(db, scheme, version, day)).map(({ line }) => line))
  const unseen = [...below].filter((line) => !seen.includes(line))
  if (unseen.length > 0)
    throw new Refusal('lines_below_cost', { 'lines.below_cost': unseen.sort((one, other) => one - other).map(String) })
}
