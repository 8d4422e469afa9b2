import type { ReplyOf } from '@kontor/contract/endpoint'
import { provider } from '@kontor/contract/field'
import type { listReportDownloadsEndpoint } from '@kontor/contract/reports/report.endpoints'
import { sql } from 'kysely'
import { toldTo } from '../platform/changes/own-people.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { seenReport } from './seen-report.ts'

const most = 100

/**
 * Who downloaded a report, newest first. What goes on within an hour of one's own beginning is no further download. A merchant
 * sees the addresses of its own users and keys, as in the history of changes. `accounts` reads all users.
 */
export async function listReportDownloads(
  trx: Trx,
  accounts: Reader,
  actor: Actor,
  id: string,
): Promise<ReplyOf<typeof listReportDownloadsEndpoint>> {
  const { merchant_id } = await seenReport(trx, actor, id)
  const found = await trx
    .selectFrom('report_download as d')
    .select(['at', 'by_name as actor_name', 'by_kind as actor_kind', 'by_id as actor_id', 'ip'])
    .where('merchant_id', '=', merchant_id)
    .where('report_id', '=', id)
    .where(
      sql<boolean>`(d.first_byte = 0 or not exists (select from report_download begun
        where begun.merchant_id = d.merchant_id and begun.report_id = d.report_id and begun.by_kind = d.by_kind
          and begun.by_id is not distinct from d.by_id and begun.first_byte = 0
          and begun.at between d.at - interval '1 hour' and d.at))`,
    )
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const told = await toldTo(actor, accounts, merchant_id, found)
  return told.map(({ at, actor_kind, actor_name, ip }) => ({
    at,
    by: actor_name ?? provider,
    ip: actor_kind === provider ? null : ip,
  }))
}
