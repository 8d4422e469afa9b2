import type { ReplyOf } from '@kontor/contract/endpoint'
import type { listCostsOfRevenueSchemeEndpoint } from '@kontor/contract/pricing/costs/costs.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Reader } from '../../platform/db/database.ts'
import { firstOpenDay } from '../business-days.ts'
import { costsOfScheme } from './costs-of-scheme.ts'

/** What the editor of prices compares lines with while they are typed. */
export async function listCostsOfRevenueScheme(
  db: Reader,
  id: string,
): Promise<ReplyOf<typeof listCostsOfRevenueSchemeEndpoint>> {
  const found = await db
    .selectFrom('scheme')
    .select('id')
    .where('id', '=', id)
    .where('type', '=', 'REVENUE')
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const costs = await costsOfScheme(db, id, await firstOpenDay(db))
  return {
    costs: costs.map(({ version, ...cost }) => ({
      ...cost,
      scheme: version.scheme_id,
      version: version.number,
      lines: version.lines.map(({ id: _, ...line }) => line),
    })),
  }
}
