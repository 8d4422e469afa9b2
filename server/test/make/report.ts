import { createHash, randomUUID } from 'node:crypto'
import type { ReportFailure, ReportType } from '@kontor/contract/reports/report.rules'
import { newId } from '../../src/platform/db/ids.ts'
import { keepPiece } from '../../src/reports/kept-report.ts'
import type { Making } from './making.ts'

interface Given {
  organisation?: string
  name?: string
  type?: ReportType
  filters?: string
  columns?: string[]
  created_by?: { id: string; name: string }
  /** Is being made by another process, which never comes to an end. */
  isPending?: boolean
  failure?: ReportFailure
  content?: string
  created_at?: Date
  expires_at?: Date
  schedule?: string
}

/** A report with its file, unless it is pending or failed. */
export async function report({ db, masterKey, next }: Making, merchant: string, given: Given = {}): Promise<string> {
  const { isPending = false, failure = null, content = 'id\r\n', organisation = merchant } = given
  const { id, created_at } = newId(given.created_at ?? new Date())
  const file_id = isPending || failure ? null : randomUUID()
  const { created_by = { id: randomUUID(), name: 'Somebody' } } = given
  const bytes = Buffer.from(content)
  await db
    .insertInto('report')
    .values({
      ...{ merchant_id: merchant, organisation_id: organisation, id, created_at, failure, file_id },
      ...{ name: given.name ?? `report ${next()}`, type: given.type ?? 'transaction', filters: given.filters ?? '' },
      ...{ sort: '-created_at', columns: given.columns ?? ['id'], format: 'csv', time_zone: 'Europe/Amsterdam' },
      ...{
        created_by: created_by.name,
        created_by_id: created_by.id,
        rows: isPending ? 3 : content.split('\n').length - 2,
      },
      ...(given.schedule ? { schedule_id: given.schedule, due_at: created_at } : {}),
      status: isPending ? 'PENDING' : 'PROCESSED',
      ...(isPending ? { lease: randomUUID(), lease_until: '2999-01-01T00:00:00.000Z', rows_expected: 10 } : {}),
      ...(isPending ? {} : { finished_at: created_at }),
      ...(file_id
        ? {
            bytes: bytes.length,
            sha256: createHash('sha256').update(bytes).digest('hex'),
            as_of: created_at,
            expires_at: (given.expires_at ?? new Date(Date.now() + 30 * 86_400_000)).toISOString(),
          }
        : {}),
    })
    .execute()
  if (file_id) await keepPiece(db, masterKey, { merchant_id: merchant, report_id: id, file_id }, 0, true, bytes)
  return id
}
