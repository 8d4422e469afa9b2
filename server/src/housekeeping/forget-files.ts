import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { atOnce, deleteRows, type Provider } from './portions.ts'

/**
 * Deletes old files of those imports for which the condition holds, with what needs them: rejected rows, and what could be
 * taken back. The import itself stays, and says so once all is deleted. Gives the number of imports, `atOnce` at most.
 */
export async function forgetImportFiles(
  provider: Provider,
  until: RawBuilder<unknown>,
  of: RawBuilder<SqlBool>,
): Promise<number> {
  const old = sql`created_at < ${until} and sha256 is not null and file_deleted_at is null and task is null`
  const { rows } = await sql<{ merchant_id: string; id: string }>`select merchant_id, id from import
    where ${of} and ${old} order by created_at limit ${atOnce}`.execute(provider)
  for (const { merchant_id, id } of rows) {
    await sql`delete from import_piece where merchant_id = ${merchant_id} and import_id = ${id}`.execute(provider)
    await forgetRowsOf(provider, 'import_rejection', merchant_id, id)
    await forgetRowsOf(provider, 'import_made', merchant_id, id)
    await sql`update import set file_deleted_at = engine_now(),
        status = case when status in ('UPLOADED', 'VALIDATED') then 'CANCELLED' else status end
      where merchant_id = ${merchant_id} and id = ${id} and ${old}`.execute(provider)
  }
  return rows.length
}

async function forgetRowsOf(provider: Provider, table: string, merchant: string, id: string) {
  const which = sql`merchant_id = ${merchant} and import_id = ${id}`
  while ((await deleteRows(provider, table, which)) >= atOnce);
}

/**
 * Deletes the files of reports that expired, what tries left of reports that are over, and in the end the reports too. A piece
 * is a megabyte, so few go at once; a report whose pieces cannot be deleted keeps no other one from it.
 */
export async function forgetReportFiles(provider: Provider, until: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`select merchant_id, id from report r
    where status = 'PROCESSED' and exists (select from report_piece p
      where p.merchant_id = r.merchant_id and p.report_id = r.id and (r.expires_at < now() or p.file_id is distinct from r.file_id))
    order by created_at limit ${atOnce}`.execute(provider)
  const errors: unknown[] = []
  for (const { merchant_id, id } of rows)
    await forgetPiecesOf(provider, merchant_id, id).catch((error: unknown) => errors.push(error))
  await deleteRows(
    provider,
    'report',
    sql`status = 'PROCESSED' and created_at < ${until}
      and not exists (select from report_piece p where p.merchant_id = report.merchant_id and p.report_id = report.id)`,
  )
  if (errors.length > 0) throw new AggregateError(errors, 'reports whose pieces could not be deleted')
}

const piecesAtOnce = 200

async function forgetPiecesOf(provider: Provider, merchant: string, id: string): Promise<void> {
  const which = sql`merchant_id = ${merchant} and report_id = ${id} and exists (select from report r
    where r.merchant_id = report_piece.merchant_id and r.id = report_piece.report_id and r.status = 'PROCESSED'
      and (r.expires_at < now() or report_piece.file_id is distinct from r.file_id))`
  while ((await deleteRows(provider, 'report_piece', which, piecesAtOnce)) >= piecesAtOnce);
}
