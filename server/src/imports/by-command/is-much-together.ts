import { statusNeedsAnother } from '@kontor/contract/status-updates/status-update.rules'
import { sql } from 'kysely'
import { instantOf } from '../../platform/db/ids.ts'
import type { ImportHouse } from '../batch.ts'
import { batchesOf } from '../file/batches.ts'
import type { CsvRecord } from '../file/records.ts'
import { openedFile } from '../opened-file.ts'
import type { StoredImport } from '../stored-import.ts'

/**
 * True when the amounts that a file of statuses names add up, in one of its currencies, to more than the limit of one person. All
 * that it names counts, whatever becomes of its row: so it is the same for the check, for the import, and for one that goes on later.
 */
export async function isMuchTogether(
  house: ImportHouse,
  of: StoredImport,
  itemOf: (record: CsvRecord) => string,
): Promise<boolean> {
  // Records are read once, and the rows are read from them after this.
  const { records } = await openedFile(house.db, of, house.masterKey)
  const seen = new Set<string>()
  const sums = new Map<string, number>()
  for await (const group of batchesOf(records)) {
    const named = [...new Set(group.map(itemOf))].filter((id) => !seen.has(id) && instantOf(id) !== undefined)
    for (const id of named) seen.add(id)
    for (const { currency_code, amount } of await amountsOf(house, named)) {
      const sum = (sums.get(currency_code) ?? 0) + Number(amount)
      if (statusNeedsAnother(sum, currency_code)) return true
      sums.set(currency_code, sum)
    }
  }
  return false
}

/** What of these ids is a payment, a refund or a chargeback, as sums of a currency. */
async function amountsOf({ db }: ImportHouse, ids: readonly string[]) {
  const { rows } = await sql<{ currency_code: string; amount: string }>`
    with named as (
      select id, created_at from unnest(${ids}::uuid[], ${ids.map(instantOf)}::timestamptz[]) as n (id, created_at)
    ), found as (
      select t.currency_code, t.amount from named n join transaction t on t.created_at = n.created_at and t.id = n.id
      union all
      select t.currency_code, f.amount from named n join refund f on f.created_at = n.created_at and f.id = n.id
        join transaction t on t.merchant_id = f.merchant_id and t.created_at = f.transaction_created_at
          and t.id = f.transaction_id
      union all
      select t.currency_code, f.amount from named n join chargeback f on f.created_at = n.created_at and f.id = n.id
        join transaction t on t.merchant_id = f.merchant_id and t.created_at = f.transaction_created_at
          and t.id = f.transaction_id
    )
    select currency_code, sum(amount) as amount from found group by currency_code`.execute(db)
  return rows
}
