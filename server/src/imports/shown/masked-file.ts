import { stringify } from 'csv-stringify/sync'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { guarded } from '../../platform/export/formula.ts'
import { openedFile, refuseUnreadable } from '../opened-file.ts'
import type { StoredImport } from '../stored-import.ts'
import { maskedFor, readsSealed } from './sealed-columns.ts'

/**
 * The file of an import as CSV, with masks where the actor may not read what customers have sealed. Undefined: the actor may read
 * the file as it came. Of a workbook only the sheet that is read: nobody knows what is in the others.
 */
export async function maskedFile(
  db: Reader,
  actor: Actor,
  of: StoredImport,
  masterKey: string,
): Promise<AsyncGenerator<string> | undefined> {
  if (readsSealed(actor)) return undefined
  const file = await openedFile(db, of, masterKey, { mapping: {} }).catch(refuseUnreadable)
  const masked = await maskedFor(db, actor, of, file.header, masterKey).catch(refuseUnreadable)
  if (!masked && of.format === 'csv') return undefined
  return pieces(masked?.header ?? file.header, masked?.fields ?? ((fields) => [...fields]))

  async function* pieces(header: readonly string[], shown: (fields: readonly string[]) => string[]) {
    // The mark lets spreadsheet programs read it as UTF-8.
    yield `\uFEFF${stringify([header.map(guarded)])}`
    for await (const records of file.records) yield stringify(records.map(({ fields }) => shown(fields).map(guarded)))
  }
}
