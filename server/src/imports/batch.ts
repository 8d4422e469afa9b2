import type { RejectionCode } from '@kontor/contract/imports/import.rules'
import type { Sandbox } from '../organisations/merchants/create-merchant.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { CsvFile } from './file/csv-file.ts'
import type { CsvRecord } from './file/records.ts'
import type { StoredImport } from './stored-import.ts'

/** A row that cannot be imported, and the field that is wrong. */
export interface Fault {
  line: number
  code: RejectionCode
  target?: string | undefined
}

/** What became of the rows of a batch. */
export interface Told {
  added: number
  /** Rows that are there already. */
  known: number
  faults: Fault[]
  /** What was made of a row, for types whose imports can be taken back. */
  made: { line: number; id: string }[]
}

/** Some rows of a file. */
export interface Batch {
  /** Prepares what must not happen in the transaction of the rows. */
  prepare?: () => Promise<void>
  /** Tells what `write` would do, and writes nothing that stays. */
  look(trx: Trx): Promise<Told>
  write(trx: Trx): Promise<Told>
  /** What the outside world has to be told once the rows are written. It must not fail. */
  afterwards?: () => Promise<void>
}

export interface ImportHouse {
  db: Reader
  masterKey: string
  /** The engine's time. */
  now: Date
  /** Mails leave by it. */
  wall: Clock
  sandbox: Sandbox | undefined
}

export interface RecordsOf {
  batchOf: (records: readonly CsvRecord[]) => Batch
  /** Is shown every record of the file in its order, also those that are done already or not wanted. */
  passes?: (record: CsvRecord) => void
}

/** A type of import: reads records, and throws an ImportProblem where nothing of the file can be imported. */
export interface ImportKind {
  /** Rows that are written, or taken back, in one transaction. */
  size: number
  batches(house: ImportHouse, of: StoredImport, file: CsvFile<string>): Promise<RecordsOf>
  /** Deletes what an import made, and tells how many of them: what was used or changed since stays. */
  revert?: (trx: Trx, of: StoredImport, made: readonly string[]) => Promise<number>
}

/** Reads records one by one: those that cannot be read are faults. */
export function readRows<R>(
  records: readonly CsvRecord[],
  read: (record: CsvRecord) => { row: R } | Omit<Fault, 'line'>,
): { rows: { line: number; row: R }[]; faults: Fault[] } {
  const rows: { line: number; row: R }[] = []
  const faults: Fault[] = []
  for (const record of records) {
    const { line, fault } = record
    const found = fault ? { code: fault } : read(record)
    if ('code' in found) faults.push({ line, ...found })
    else rows.push({ line, ...found })
  }
  return { rows, faults }
}
