import { createHash } from 'node:crypto'
import type { ImportStatus, ImportType } from '@kontor/contract/imports/import.rules'
import { keepFile } from '../../src/imports/kept-file.ts'
import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'

interface Given {
  type?: ImportType
  organisation?: string
  /** The shop of payments. */
  profile?: string
  status?: ImportStatus
  file_name?: string
  content?: string
  mapping?: Readonly<Record<string, string>>
  rows_new?: number
  rows_rejected?: number
}

/** An import with its file. It was begun unless it waits for a person. */
export async function importOf({ db, masterKey, next }: Making, merchant: string, given: Given = {}): Promise<string> {
  const { type = 'customer', status = 'UPLOADED', organisation = merchant } = given
  const content = Buffer.from(given.content ?? `reference\nimported ${next()}\n`)
  const { id, created_at } = newId(new Date())
  const wasBegun = status !== 'UPLOADED' && status !== 'VALIDATED'
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('import')
      .values({
        ...{ merchant_id: merchant, id, created_at, type, status },
        organisation_id: organisation,
        payment_profile_id: given.profile ?? null,
        file_name: given.file_name ?? `file-${next()}.csv`,
        created_by: 'Somebody',
        sha256: createHash('sha256').update(content).digest('hex'),
        ...{ bytes: content.length, encoding: 'utf-8', delimiter: ',', decimal_sign: '.' },
        mapping: JSON.stringify(given.mapping ?? { reference: 'reference' }),
        started_at: wasBegun ? created_at : null,
        rows_new: given.rows_new ?? 0,
        rows_rejected: given.rows_rejected ?? 0,
      })
      .execute()
    await keepFile(trx, { merchant_id: merchant, id }, content, masterKey)
  })
  return id
}
