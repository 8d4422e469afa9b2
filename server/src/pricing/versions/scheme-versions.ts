import type { ReplyOf } from '@kontor/contract/endpoint'
import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import type { schemeVersionsEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { firstOpenDay, today } from '../business-days.ts'
import { authorOf } from './author.ts'
import { linesOfEach } from './lines-of.ts'

type Versions = ReplyOf<(typeof schemeVersionsEndpoint)['REVENUE']>

/** The versions of a scheme, newest first, as the actor may act on them. */
export async function schemeVersions(
  db: Reader,
  actor: Actor,
  id: string,
  { type }: { type: SchemeType },
): Promise<Versions> {
  const { rows } = await sql<Omit<Versions['versions'][number], 'lines'>>`
    select id, number, case when status = 'ACTIVE' and valid_until <= ${today} then 'SUPERSEDED' else status end as status,
      revision, created_at, created_by, submitted_at, submitted_by, activated_at, activated_by, valid_from, valid_until,
      hold_ppm, hold_days, hold_cap, case when type = 'RESERVE' then coalesce(hold_base, 'GROSS') end as hold_base, share_of, ${authorOf(actor)} = any (author_ids) as is_own
    from (select *, lead(valid_from) over (partition by status order by valid_from) as valid_until
      from scheme_version where scheme_id = ${id} and type = ${type}) v
    order by number desc`.execute(db)
  if (rows.length === 0) throw new Refusal('not_found')
  const lines = await linesOfEach(
    db,
    rows.map((version) => version.id),
  )
  return {
    first_day: await firstOpenDay(db),
    versions: rows.map((version) => ({ ...version, lines: lines.get(version.id) ?? [] })),
  }
}
