import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import type { listForeseenRowsEndpoint } from '@kontor/contract/imports/import.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { isUuid } from '@kontor/contract/uuid'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { findUpdatable, type Updatable } from '../../status-updates/updatable.ts'
import type { ImportHouse, RecordsOf, Told } from '../batch.ts'
import { batchesOf } from '../file/batches.ts'
import type { CsvRecord } from '../file/records.ts'
import { openedFile } from '../opened-file.ts'
import { columnOf } from '../rejections.ts'
import { requireAuthor, requireFile, requireRoleFor, seenImport } from '../stored-import.ts'
import { readStatus, statusUpdateImport } from './import-status-updates.ts'

type Reply = ReplyOf<typeof listForeseenRowsEndpoint>
type Foreseen = Reply[number]

/** What each row of a checked file of statuses would do at this moment: it is done and undone, as in the check. */
export async function foreseenRows(
  house: ImportHouse,
  actor: Actor,
  id: string,
  { _limit, _skip }: ReadQuery<typeof listForeseenRowsEndpoint>,
): Promise<Reply> {
  const of = await seenImport(house.db, actor, id)
  requireRoleFor(actor, of.type, 'create')
  requireAuthor(actor, of)
  requireFile(of)
  if (of.type !== 'status_update' || of.status !== 'VALIDATED')
    throw new Refusal('import_not_possible', { status: of.status })
  const file = await openedFile(house.db, of, house.masterKey)
  const { batchOf, passes, needs_another } = await statusUpdateImport.batches(house, of, file)
  const found: Foreseen[] = []
  let place = 0
  for await (const records of batchesOf(file.records, { size: 1, passes })) {
    for (const record of records) if (place++ >= _skip) found.push(await foresee(record))
    if (found.length >= _limit) break
  }
  return found

  async function foresee(record: CsvRecord): Promise<Foreseen> {
    const named = readStatus(record, file.readers)
    return house.db.transaction().execute(async (trx) => {
      const item = isUuid(named.item) ? await findUpdatable(trx, actor, named.item).catch(() => undefined) : undefined
      const told = await look(trx, batchOf, record)
      const [fault] = told.faults
      return {
        line: record.line,
        outcome: outcomeOf(told, needs_another),
        ...{ code: fault?.code ?? null, column: columnOf(of, fault?.target ?? null) },
        ...{ to_status: named.to_status, ...(await known(trx, item)) },
      }
    })
  }
}

const look = (trx: Trx, batchOf: RecordsOf['batchOf'], record: CsvRecord): Promise<Told> => batchOf([record]).look(trx)

function outcomeOf({ known, faults }: Told, needs_another: boolean): Foreseen['outcome'] {
  if (faults.length > 0) return 'rejected'
  if (known > 0) return 'known'
  return needs_another ? 'asked' : 'changed'
}

async function known(trx: Trx, item: Updatable | undefined) {
  if (!item)
    return {
      kind: null,
      merchant_reference: null,
      merchant_name: null,
      from_status: null,
      amount: null,
      currency_code: null,
    }
  const { kind, row, transaction } = item
  const { rows } = await sql<{ name: string }>`select name from merchant where id = ${transaction.merchant_id}`.execute(
    trx,
  )
  const { merchant_reference, currency_code } = transaction
  return {
    ...{ kind, merchant_reference, merchant_name: rows[0]?.name ?? null },
    ...{ from_status: row.status, amount: row.amount, currency_code },
  }
}
