import { importLimits } from '@kontor/contract/imports/import.rules'
import type { DecimalSign } from '../file/amount.ts'
import type { CsvFile } from '../file/csv-file.ts'
import { bindMapping } from '../file/mapping.ts'
import { ImportProblem } from '../file/problem.ts'
import type { CsvRecord } from '../file/records.ts'
import { openArchive } from './archive.ts'
import { openBook } from './book.ts'
import { type SheetRow, sheetRows } from './sheet-rows.ts'

interface Reading {
  mapping: Readonly<Record<string, string>>
  decimal: DecimalSign
}

/** The first sheet of a workbook (.xlsx) as a file of records. Throws an ImportProblem when mapping and sheet do not fit. */
export async function openWorkbook(content: Buffer, { mapping, decimal }: Reading): Promise<CsvFile<string>> {
  const groups = sheetRows(await openBook(await openArchive(content)))
  const { value: first, done } = await groups.next()
  const [head, ...rest]: SheetRow[] = done ? [] : first
  if (!head) throw new ImportProblem('The sheet is empty.', 'empty')
  if (head.isTooWide)
    throw new ImportProblem(`The file has more than ${importLimits.columns} columns.`, 'too_many_columns')
  const header = head.fields.map((name) => name.trim())
  const readers = bindMapping<string>(mapping, header)
  return { header, delimiter: ',', decimal, readers, records: recordsOf(rest, groups, header.length) }
}

async function* recordsOf(
  first: readonly SheetRow[],
  groups: AsyncGenerator<SheetRow[]>,
  columns: number,
): AsyncGenerator<CsvRecord[]> {
  yield first.map((row) => recordOf(row, columns))
  for await (const group of groups) yield group.map((row) => recordOf(row, columns))
}

/** Empty cells at the end of a row are not in the file. */
function recordOf({ line, fields, isTooWide }: SheetRow, columns: number): CsvRecord {
  if (isTooWide || fields.length > columns) return { line, fields, fault: 'wrong_number_of_fields' }
  return { line, fields: [...fields, ...Array<string>(columns - fields.length).fill('')] }
}
