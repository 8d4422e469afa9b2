import type { auditTrailFailuresSchemas } from '@kontor/contract/audit-trail/audit-trail.schemas'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Source } from '../platform/rows/list.ts'

type Failure = z.output<typeof auditTrailFailuresSchemas.reply>[number]

const most = 50

/** A reader may leave before the answer: a browser drops what its screen needs no more. */
const isLeft = sql`(row.response_code = 0 and row.type = 'request' and row.route like 'GET %')`

/** The failed calls of the last 24 hours that the actor may see, by what failed and how, with the number of the day before. */
export async function listFailures(source: Source, trx: Trx, actor: Actor, now: Date): Promise<Failure[]> {
  const day_ms = 86_400_000
  const [today, before] = [1, 2].map((days) => new Date(now.getTime() - days * day_ms).toISOString())
  const isToday = sql`row.created_at >= ${today}::timestamptz`
  const { rows } = await sql<Failure>`
    select row.route, row.type, row.response_code, row.refusal, row.gap, count(*) filter (where ${isToday})::int as count,
      count(*) filter (where not ${isToday})::int as before, max(row.created_at) as last_at
    from (${source.rows(trx, actor)}) as row
    where (row.response_code >= 400 or row.response_code = 0) and row.type <> 'gap' and not ${isLeft} and row.created_at >= ${before}::timestamptz
    group by 1, 2, 3, 4, 5 having bool_or(${isToday}) order by count desc, last_at desc limit ${sql.lit(most)}`.execute(
    trx,
  )
  return rows
}
