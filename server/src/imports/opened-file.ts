import type { Reader } from '../platform/db/database.ts'
import { type CsvFile, openCsv } from './file/csv-file.ts'
import type { CsvRecord } from './file/records.ts'
import { unguarded } from './file/rejected-line.ts'
import { keptFile } from './kept-file.ts'
import type { StoredImport } from './stored-import.ts'

/** The kept file of an import, read as the import says, or otherwise where `reading` says so. */
export async function openedFile(
  db: Reader,
  of: StoredImport,
  masterKey: string,
  reading: { delimiter?: string | undefined; encoding?: string | undefined; mapping?: Record<string, string> } = {},
): Promise<CsvFile<string>> {
  const file = await openCsv<string>(keptFile(db, of, masterKey), {
    mapping: reading.mapping ?? of.mapping,
    delimiter: reading.delimiter ?? of.delimiter ?? undefined,
    encoding: reading.encoding ?? of.encoding ?? undefined,
    decimal: of.decimal_sign ?? '.',
  })
  return { ...file, records: asMeant(file.records) }
}

async function* asMeant(groups: AsyncGenerator<CsvRecord[]>): AsyncGenerator<CsvRecord[]> {
  for await (const group of groups) yield group.map((each) => ({ ...each, fields: each.fields.map(unguarded) }))
}
