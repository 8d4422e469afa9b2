import type { Reader } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { ImportTargetShop } from './import-target.ts'
import type { Mapping } from './mapping.ts'

export interface ImportCounts {
  read: number
  added: number
  /** Lines that exist already, from an earlier import. */
  known: number
  rejected: number
}

export interface ImportRun {
  id: string
  update(counts: ImportCounts): Promise<void>
  finish(counts: ImportCounts, now: Date): Promise<void>
}

/** Begins the record of an import, which people can look up even if the import was interrupted. */
export async function startRun(
  db: Reader,
  shop: ImportTargetShop,
  fileName: string,
  mapping: Mapping,
  now: Date,
): Promise<ImportRun> {
  const { id } = newId(now)
  const { merchant_id, payment_profile_id } = shop
  await db
    .insertInto('import_run')
    .values({
      merchant_id,
      id,
      payment_profile_id,
      file_name: fileName,
      mapping: JSON.stringify(mapping),
      started_at: now.toISOString(),
    })
    .execute()
  const set = async (values: Record<string, number | string>) => {
    await db.updateTable('import_run').set(values).where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
  }
  return {
    id,
    update: (counts) => set(columns(counts)),
    finish: (counts, at) => set({ ...columns(counts), finished_at: at.toISOString() }),
  }
}

const columns = ({ read, added, known, rejected }: ImportCounts) => ({
  rows_read: read,
  rows_new: added,
  rows_known: known,
  rows_rejected: rejected,
})
