import type { Reader } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Mapping } from '../file/mapping.ts'
import { statusAfter } from '../stored-import.ts'
import type { ImportTargetShop } from './import-target.ts'

export interface ImportCounts {
  read: number
  added: number
  /** Lines that exist already, from an earlier import. */
  known: number
  rejected: number
}

export interface RecordedImport {
  id: string
  update(counts: ImportCounts): Promise<void>
  /** `isWhole`: the file was read to its end. */
  finish(counts: ImportCounts, now: Date, isWhole: boolean): Promise<void>
}

/** Begins the record of an import, which people can look up even if the import was interrupted. */
export async function recordImport(
  db: Reader,
  shop: ImportTargetShop,
  fileName: string,
  mapping: Mapping,
  now: Date,
): Promise<RecordedImport> {
  const { id } = newId(now)
  const { merchant_id, organisation_id, payment_profile_id } = shop
  await db
    .insertInto('import')
    .values({
      merchant_id,
      id,
      payment_profile_id,
      file_name: fileName,
      mapping: JSON.stringify(mapping),
      ...{ organisation_id, type: 'transaction', status: 'RUNNING' },
      created_at: now.toISOString(),
      started_at: now.toISOString(),
    })
    .execute()
  const set = async (values: Record<string, number | string>) => {
    await db.updateTable('import').set(values).where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
  }
  return {
    id,
    update: (counts) => set(columns(counts)),
    finish: (counts, at, isWhole) =>
      set({
        ...columns(counts),
        status: isWhole ? statusAfter(counts) : 'CANCELLED',
        finished_at: at.toISOString(),
      }),
  }
}

const columns = ({ read, added, known, rejected }: ImportCounts) => ({
  rows_read: read,
  rows_new: added,
  rows_known: known,
  rows_rejected: rejected,
})
