import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import type { listRejectionsEndpoint } from '@kontor/contract/imports/import.endpoints'
import { type RejectionCode, rejectionCodes } from '@kontor/contract/imports/import.rules'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type StoredImport, seenImport } from './stored-import.ts'

type Reply = ReplyOf<typeof listRejectionsEndpoint>

/** A page of the rejected rows in the order of the file, and how many there are of each reason. */
export async function listRejections(
  trx: Trx,
  actor: Actor,
  id: string,
  { _limit, _skip }: ReadQuery<typeof listRejectionsEndpoint>,
): Promise<Reply> {
  const of = await seenImport(trx, actor, id)
  const rejections = await trx
    .selectFrom('import_rejection')
    .select(['line', 'code', 'target'])
    .where('merchant_id', '=', of.merchant_id)
    .where('import_id', '=', id)
    .orderBy('line')
    .limit(_limit)
    .offset(_skip)
    .execute()
  const { rows: counts } = await sql<{ code: string; target: string | null; count: number }>`
    select code, target, count(*)::int as count from import_rejection
    where merchant_id = ${of.merchant_id} and import_id = ${id} group by code, target order by count desc, code, target`.execute(
    trx,
  )
  return {
    counts: counts.map(({ target, ...each }) => ({ ...each, code: known(each.code), column: columnOf(of, target) })),
    rejections: rejections.map((each) => ({ ...each, code: known(each.code), column: columnOf(of, each.target) })),
  }
}

/** Where a field came from, in the words of the file. */
export const columnOf = ({ mapping }: StoredImport, target: string | null): string | null =>
  target === null ? null : (mapping[target] ?? target)

/** A reason of an earlier version is still one. */
export const known = (stored: string): RejectionCode =>
  rejectionCodes.find((each) => each === stored) ?? 'invalid_value'
