import { importTargets, type RejectionCode } from '@kontor/contract/imports/import.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { type Batch, type Fault, type ImportHouse, type ImportKind, type RecordsOf, readRows } from '../batch.ts'
import type { CsvFile } from '../file/csv-file.ts'
import { localTimeReader } from '../file/local-time.ts'
import { ImportProblem } from '../file/problem.ts'
import type { CsvRecord } from '../file/records.ts'
import { ensureMonths } from './ensure-months.ts'
import { type ImportRow, readRow } from './import-row.ts'
import { findTarget, type ImportTargetShop } from './import-target.ts'
import { repeatsOf } from './repeats.ts'
import { writeRows } from './write-rows.ts'

/** Settled payments from elsewhere. */
export const transactionImport: ImportKind = {
  size: 1000,
  batches: async (house, of, file) => {
    const shop = await findTarget(house.db, of.payment_profile_id ?? '')
    if (shop.processors.size === 0) throw new ImportProblem('The payment profile has no processor.', 'no_processor')
    return transactionsOf(house, shop, of.file_name, file)
  },
}

type Months = typeof ensureMonths

/** The records of a file as payments of a shop, for the screen and for the command. */
export function transactionsOf(
  { db, now }: Pick<ImportHouse, 'db' | 'now'>,
  shop: ImportTargetShop,
  fileName: string,
  { readers, decimal }: Pick<CsvFile, 'readers' | 'decimal'>,
  ensure: Months = ensureMonths,
): RecordsOf {
  const context = { ...shop, readers, decimal, now, readInstant: localTimeReader(shop.time_zone) }
  const months = new Set<string>()
  const repeats = repeatsOf(context)
  const batchOf = (records: readonly CsvRecord[]): Batch => {
    const { rows: numbered, faults } = readRows(records, (record): { row: ImportRow } | Omit<Fault, 'line'> => {
      const row = readRow(record, context, repeats.numberOf(record))
      return typeof row === 'string' ? { code: row, target: targetOf(row) } : { row }
    })
    const rows = numbered.map(({ row }) => row)
    const lines = new Map(numbered.map(({ line, row }) => [row.id, line]))
    return {
      prepare: () => ensure(db, rows, months),
      async look(reader) {
        const known = await countKnown(reader, shop.merchant_id, rows)
        return { added: rows.length - known, known, faults, made: [] }
      },
      async write(trx) {
        const { added, refused } = await writeRows(trx, shop, fileName, rows)
        const late = refused.map(({ id }): Fault => ({ line: lines.get(id) ?? 0, code: 'refused_by_database' }))
        return {
          added,
          known: rows.length - refused.length - added,
          faults: [...faults, ...late],
          made: [],
        }
      },
    }
  }
  return { batchOf, passes: repeats.passes }
}

const targets: readonly string[] = [...importTargets.transaction.required, ...importTargets.transaction.optional]
const others: Partial<Record<RejectionCode, string>> = {
  currency_differs: 'currency',
  country_unknown: 'country_code',
  payment_product_unknown: 'payment_product',
  no_processor: 'payment_product',
}

/** The field that a reason is about: most reasons begin with its name. */
const targetOf = (code: RejectionCode): string | undefined =>
  others[code] ?? targets.find((target) => code.startsWith(`${target}_`))

async function countKnown(db: Reader, merchant: string, rows: readonly ImportRow[]): Promise<number> {
  const keys = JSON.stringify(rows.map(({ id, former_id, created_at }) => ({ id, former_id, created_at })))
  const { rows: found } = await sql<{ known: number }>`
    select count(*)::int as known from json_to_recordset(${keys}) as x(id uuid, former_id uuid, created_at timestamptz)
    where exists (select from transaction t
      where t.merchant_id = ${merchant} and t.created_at = x.created_at and t.id in (x.id, x.former_id))`.execute(db)
  return found[0]?.known ?? 0
}
