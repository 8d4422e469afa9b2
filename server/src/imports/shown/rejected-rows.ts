import type { Actor } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { CsvRecord } from '../file/records.ts'
import { rejectedHeader, rejectedLine } from '../file/rejected-line.ts'
import { openedFile } from '../opened-file.ts'
import { columnOf, known } from '../rejections.ts'
import type { StoredImport } from '../stored-import.ts'
import { maskedFor } from './sealed-columns.ts'

const atOnce = 1000

/** The rejected rows of a file with their reasons, as CSV and masked as the actor may read them, in pieces: the file is read beside the list of rejections. */
export async function* rejectedRows(
  db: Reader,
  actor: Actor,
  of: StoredImport,
  masterKey: string,
): AsyncGenerator<string> {
  // The mark lets spreadsheet programs read it as UTF-8.
  const file = await openedFile(db, of, masterKey, { mapping: {} })
  const masked = await maskedFor(db, actor, of, file.header, masterKey)
  yield `\uFEFF${rejectedHeader(masked?.header ?? file.header)}`
  for await (const records of inGroups(file.records)) {
    const last = records.at(-1)?.line ?? 0
    const rejections = await db
      .selectFrom('import_rejection')
      .select(['line', 'code', 'target'])
      .where('merchant_id', '=', of.merchant_id)
      .where('import_id', '=', of.id)
      .where('line', '>=', records[0]?.line ?? 0)
      .where('line', '<=', last)
      .execute()
    const why = new Map(rejections.map((each) => [each.line, each]))
    const lines = records.flatMap(({ line, fields }) => {
      const rejected = why.get(line)
      if (!rejected) return []
      return [
        rejectedLine(
          { line, code: known(rejected.code), fields: masked?.fields(fields) ?? fields },
          columnOf(of, rejected.target) ?? undefined,
        ),
      ]
    })
    if (lines.length > 0) yield lines.join('')
  }
}

async function* inGroups(groups: AsyncGenerator<CsvRecord[]>): AsyncGenerator<CsvRecord[]> {
  let group: CsvRecord[] = []
  for await (const each of groups) {
    group.push(...each)
    if (group.length < atOnce) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
