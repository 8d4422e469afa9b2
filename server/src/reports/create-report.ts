import type { ReadBody } from '@kontor/contract/endpoint'
import type { createReportEndpoint } from '@kontor/contract/reports/report.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { Sources } from '../platform/rows/populate.ts'
import { placeOf } from './report-place.ts'
import { reportQuery } from './report-query.ts'
import { requireRoom } from './report-room.ts'
import { requireList } from './require-list.ts'

/** Asks for a report of what the actor sees; the queue makes it. */
export async function createReport(
  trx: Trx,
  actor: Actor,
  given: ReadBody<typeof createReportEndpoint>,
  now: Date,
  sources: Sources,
): Promise<string> {
  const place = await placeOf(trx, actor)
  const source = requireList(actor, given.type, sources)
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
