import type { ReplyOf } from '@kontor/contract/endpoint'
import type { listChargedOfCostSchemeEndpoint } from '@kontor/contract/pricing/charged/charged.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Reader } from '../../platform/db/database.ts'
import { chargedLines } from './charged-lines.ts'

/** Of the last version, whatever becomes of it: the next one would be its copy. */
export async function listChargedOfCostScheme(
  db: Reader,
  id: string,
): Promise<ReplyOf<typeof listChargedOfCostSchemeEndpoint>> {
  const found = await db
    .selectFrom('scheme as s')
    .leftJoin('scheme_version as v', 'v.scheme_id', 's.id')
    .select(['s.currency_code', 'v.id', 'v.number'])
    .where('s.id', '=', id)
    .where('s.type', '=', 'COST')
    .orderBy('v.number', 'desc')
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const { id: version, number, currency_code: currency } = found
  return { version: number, lines: version ? await chargedLines(db, { scheme: id, version, currency }) : [] }
}
