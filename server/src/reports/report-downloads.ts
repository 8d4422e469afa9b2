import type { ReplyOf } from '@kontor/contract/endpoint'
import type { listReportDownloadsEndpoint } from '@kontor/contract/reports/report.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { seenReport } from './seen-report.ts'

const most = 100

/** Who downloaded a report, newest first. What went on after a break is no further download. */
export async function listReportDownloads(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<ReplyOf<typeof listReportDownloadsEndpoint>> {
  const { merchant_id } = await seenReport(trx, actor, id)
  return trx
    .selectFrom('report_download')
    .select(['at', 'by_name as by', 'ip'])
    .where('merchant_id', '=', merchant_id)
    .where('report_id', '=', id)
    .where('first_byte', '=', 0)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
