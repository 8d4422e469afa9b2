import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createReportEndpoint } from '@kontor/contract/reports/report.endpoints'
import { reportLimits } from '@kontor/contract/reports/report.rules'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { inTurn } from '../platform/db/locked.ts'
import { requireRole } from '../platform/http/endpoint.ts'
import type { Sources } from '../platform/rows/populate.ts'
import { listRoles } from './report.rows.ts'
import { placeOf } from './report-place.ts'
import { reportQuery } from './report-query.ts'

/** Asks for a report of what the actor sees; the queue makes it. */
export async function createReport(
  trx: Trx,
  actor: Actor,
  given: ReadBody<typeof createReportEndpoint>,
  now: Date,
  sources: Sources,
): Promise<string> {
  const place = await placeOf(trx, actor)
  requireRole(actor, listRoles(given.type))
  const source = sources[given.type]
  if (!source) throw new Refusal('invalid_request', { 'body.type': 'invalid_value' })
  const { filters, sort } = reportQuery(source.entity, given)
  await requireRoom(trx, place)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('report')
    .values({
      ...{ ...place, id, created_at, filters, sort },
      ...{ name: given.name.trim(), type: given.type, columns: given.columns },
      ...{ format: given.file_format, time_zone: given.time_zone, created_by: actor.name },
    })
    .execute()
  return id
}

/** Refuses a report more than a merchant, or a person, may have. Two at once would both count one too few. */
async function requireRoom(trx: Trx, of: { merchant_id: string; created_by_id: string }): Promise<void> {
  await inTurn(trx, `report/${of.merchant_id}`)
  const { rows } = await sql<{ pending: number; own: number; kept: number; bytes: string }>`
    select count(*) filter (where status = 'PENDING')::int as pending,
      count(*) filter (where status = 'PENDING' and created_by_id = ${of.created_by_id})::int as own,
      count(*)::int as kept, coalesce(sum(bytes) filter (where file_id is not null), 0)::text as bytes
    from report where merchant_id = ${of.merchant_id}`.execute(trx)
  const { pending, own, kept, bytes } = rows[0] ?? { pending: 0, own: 0, kept: 0, bytes: '0' }
  const { pending_of_merchant, pending_of_person } = reportLimits
  if (own >= pending_of_person) throw new Refusal('reports_pending', { whose: 'own', most: pending_of_person })
  if (pending >= pending_of_merchant)
    throw new Refusal('reports_pending', { whose: 'merchant', most: pending_of_merchant })
  if (kept >= reportLimits.kept) throw new Refusal('limit_reached')
  if (Number(bytes) >= reportLimits.bytes) throw new Refusal('report_space_used')
}
