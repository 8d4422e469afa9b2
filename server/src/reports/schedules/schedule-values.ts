import type { ReadBody } from '@kontor/contract/endpoint'
import { parseQueryString } from '@kontor/contract/lists/query-string'
import { Refusal } from '@kontor/contract/refusal'
import { reportLimits } from '@kontor/contract/reports/report.rules'
import type { createReportScheduleEndpoint } from '@kontor/contract/reports/report-schedule.endpoints'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Sources } from '../../platform/rows/populate.ts'
import { placeOf } from '../report-place.ts'
import { reportQuery } from '../report-query.ts'
import { requireList } from '../require-list.ts'
import { whyNotOpen } from '../why-not-open.ts'
import { rangeLength } from './begin-run.ts'
import { nextDue } from './due-instants.ts'

export type GivenSchedule = ReadBody<typeof createReportScheduleEndpoint>

/** The columns of a schedule that the actor writes and owns from then on. */
export async function scheduleValues(trx: Trx, actor: Actor, given: GivenSchedule, now: Date, sources: Sources) {
  const place = await placeOf(trx, actor)
  const source = requireList(actor, given.type, sources)
  const { filters } = reportQuery(source.entity, given, reportLimits.filters - rangeLength)
  const { period: by } = source.entity
  if (!by) throw new Refusal('invalid_request', { 'body.type': 'invalid_value' })
  // The period of a run is its own range.
  if (Object.keys(parseQueryString(filters)).some((key) => key.replace(/[<>]$/, '') === by.field))
    throw new Refusal('invalid_request', { [`body.filters.${by.field}`]: 'period_has_it' })
  const { type, time_zone } = given
  await requireRecipients(trx, actor, given.recipients, { ...place, type, time_zone })
  if (given.webhook_url !== null && place.organisation_id === null)
    throw new Refusal('invalid_request', { 'body.webhook_url': 'of_one_merchant' })
  const { name, columns, file_format, frequency, weekdays, month_day, at_time, period } = given
  const { recipients, webhook_url } = given
  return {
    ...{
      ...place,
      filters,
      name: name.trim(),
      type,
      columns,
      format: file_format,
      time_zone,
      frequency,
      weekdays,
      month_day,
    },
    ...{ at_time, period, recipients, webhook_url, active: given.active, created_by: actor.name },
    ...{ paused_reason: null, failures: 0 },
    next_due_at: given.active ? nextDue(given, now).toISOString() : null,
  }
}

/** Recipients are people whom the actor sees and who may open such a report; of one of all merchants, the provider's staff. */
async function requireRecipients(
  trx: Trx,
  actor: Actor,
  ids: readonly string[],
  report: Parameters<typeof whyNotOpen>[2],
): Promise<void> {
  if (ids.length === 0) return
  const found = await trx
    .selectFrom('platform_user')
    .select('id')
    .where('id', 'in', ids)
    .where(actor.scope.merchant === null ? sql<boolean>`merchant_id is null` : visibleTo(actor, 'platform_user'))
    .execute()
  if (found.length < new Set(ids).size) throw new Refusal('invalid_request', { 'body.recipients': 'not_found' })
  const refused: string[] = []
  for (const { id } of found) if ((await whyNotOpen(trx, id, report)) !== null) refused.push(id)
  if (refused.length > 0)
    throw new Refusal('invalid_request', { 'body.recipients': 'may_not_open', recipients: refused })
}
