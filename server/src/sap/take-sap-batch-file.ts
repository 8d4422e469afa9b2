import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { takeSapBatchFileEndpoint } from '@kontor/contract/sap/sap.endpoints'
import { sapBatchCan, sapBatchName } from '@kontor/contract/sap/sap.rules'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'
import { batchFile } from './batch-file.ts'
import { linesOf, mappedSums, unmappedSums } from './batch-lines.ts'
import { changeBatch, lockSapBatch, type StoredBatch } from './locked-sap-batch.ts'
import { batchesInTurn, requireConnection } from './sap-connection.ts'
import { sentLines } from './sent-lines.ts'

/**
 * Gives the file of a batch. What is not with SAP gets its accounts now, and is sent; the file of a batch that is with SAP is made
 * of the same lines again.
 */
export async function takeSapBatchFile(
  trx: Trx,
  actor: Actor,
  id: string,
  { format }: ReadBody<typeof takeSapBatchFileEndpoint>,
  now: Date,
): Promise<ReplyOf<typeof takeSapBatchFileEndpoint>> {
  await batchesInTurn(trx)
  const batch = await lockSapBatch(trx, id)
  const sending = sapBatchCan.send(batch) ? await send(trx, actor, batch, now) : batch.sendings
  const head = await trx
    .selectFrom('sap_sending')
    .select(['company_code', 'currency_code', 'document_type'])
    .where('batch_id', '=', id)
    .where('number', '=', sending)
    .executeTakeFirstOrThrow()
  const lines = await sentLines(trx, id, sending)
  const name = sapBatchName(batch.number)
  return {
    name: `${name}${format === 'CSV' ? '.csv' : '.txt'}`,
    content: batchFile(format, { ...head, name, day: batch.covers_through, lines }),
  }
}

async function send(trx: Trx, actor: Actor, batch: Locked<StoredBatch>, now: Date): Promise<number> {
  const { company_code, currency_code, document_type } = await requireConnection(trx)
  const missing = await unmappedSums(trx, batch.id)
  if (missing.length > 0)
    throw new Refusal('sap_unmapped', { events: [...new Set(missing.map(({ event }) => event))].join(', ') })
  const number = batch.sendings + 1
  await trx
    .insertInto('sap_sending')
    .values({
      ...{ batch_id: batch.id, number, at: now.toISOString(), by_name: actor.name ?? '' },
      ...{ company_code, currency_code, document_type },
    })
    .execute()
  await writeLines(trx, batch.id, number)
  await changeBatch(trx, batch, { status: 'SENT', sendings: number })
  return number
}

async function writeLines(trx: Trx, batch: string, sending: number): Promise<void> {
  const lines = linesOf(await mappedSums(trx, batch)).map(({ event, amount, ...line }) => ({
    ...{ ...line, kind: ledgerKinds[event].kind, amount: String(amount) },
  }))
  await sql`
    insert into sap_line (batch_id, sending, number, document, currency_code, kind, side, gl_account, cost_center, tax_code, count, amount)
    select ${batch}, ${sending}::int, number, document, currency_code, kind, side, gl_account, cost_center, tax_code, count, amount
    from json_to_recordset(${JSON.stringify(lines)}) as x(number int, document int, currency_code text, kind smallint, side text,
      gl_account text, cost_center text, tax_code text, count bigint, amount bigint)`.execute(trx)
}
