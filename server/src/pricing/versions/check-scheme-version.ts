import type { ReplyOf } from '@kontor/contract/endpoint'
import type { checkSchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Reader } from '../../platform/db/database.ts'
import { firstOpenDay } from '../business-days.ts'
import { belowCost } from '../costs/below-cost.ts'
import type { OfVersion } from './locked-version.ts'
import { monthOwed } from './month-owed.ts'
import { problemsOf } from './require-sound-lines.ts'
import { schemeOfVersion } from './seen-version.ts'

type Checked = ReplyOf<(typeof checkSchemeVersionEndpoint)['REVENUE']>

export async function checkSchemeVersion(
  db: Reader,
  id: string,
  { valid_from, ...of }: OfVersion & { valid_from?: string | undefined },
): Promise<Checked> {
  const scheme = await schemeOfVersion(db, id, of)
  const day = valid_from ?? (await firstOpenDay(db))
  return {
    problems: await problemsOf(db, scheme, of.version),
    below_cost: await belowCost(db, { id, ...scheme }, of.version, day),
    month_owed: await monthOwed(db, { id, ...scheme }, of.version, day),
  }
}
