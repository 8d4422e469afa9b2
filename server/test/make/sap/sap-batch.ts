import type { LedgerKind } from '@kontor/contract/ledger/ledger.rules'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import type { SapBatchStatus } from '@kontor/contract/sap/sap.rules'
import { sql } from 'kysely'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

/** A company code of SAP, unless there is one. No engine makes batches for it. */
const sapConnection = ({ db }: Making): Promise<unknown> =>
  db
    .insertInto('sap_connection')
    .values({
      ...{ company_code: 'KNTR', chart_of_accounts: 'INT', currency_code: 'EUR', document_type: 'SA' },
      ...{ frequency: 'MANUAL', since: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The accounts of an event, unless it has some. */
export async function sapMapping(
  { db }: Making,
  given: { event?: LedgerKind; merchant?: string; debit_account?: string; cost_center?: string } = {},
): Promise<string> {
  const { event = 'capture', merchant = null, debit_account = '113100', cost_center = null } = given
  const { id, created_at } = newId(new Date())
  await db
    .insertInto('sap_mapping')
    .values({
      ...{ id, created_at, kind: ledgerKinds[event].kind, for_merchant: merchant, currency_code: null },
      ...{ debit_account, credit_account: '175000', cost_center, tax_code: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

/** A batch of one capture, of a day after the one before it; the ledger is opened for it. */
export async function sapBatch(
  making: Making,
  given: { created_at?: Date; created_by?: string; amount?: number; status?: SapBatchStatus } = {},
): Promise<string> {
  const { db } = making
  const { id, created_at } = newId(given.created_at ?? new Date())
  const { amount = 1_000, created_by = null, status = 'CREATED' } = given
  await sapConnection(making)
  await sql`insert into ledger_day (opened_on, opened_at, closed_through) values (current_date, now(), current_date - 1)
    on conflict do nothing`.execute(db)
  await sql`
    with batch as (
      insert into sap_batch (id, created_at, number, covers, transfers, created_by)
      select ${id}, ${created_at}::timestamptz, coalesce(max(number), 0) + 1,
        daterange(coalesce(max(upper(covers)), '2015-01-01'), coalesce(max(upper(covers)), '2015-01-01') + 1), 1, ${created_by}
      from sap_batch returning id)
    insert into sap_batch_sum (batch_id, book_of, currency_code, kind, count, amount)
      select id, '00000000-0000-0000-0000-000000000000', 'EUR', 1, 1, ${amount}::bigint from batch`.execute(db)
  if (status !== 'CREATED') await sendAs(db, id, amount)
  if (status === 'ACKNOWLEDGED' || status === 'REJECTED') await answerAs(db, id, status)
  return id
}

async function sendAs(db: Making['db'], batch_id: string, amount: number): Promise<void> {
  const line = { batch_id, sending: 1, document: 1, currency_code: 'EUR', kind: 1, count: 1, amount }
  await db
    .insertInto('sap_sending')
    .values({
      ...{ batch_id, number: 1, at: new Date().toISOString(), by_name: 'Philippa' },
      ...{ company_code: 'KNTR', currency_code: 'EUR', document_type: 'SA' },
    })
    .execute()
  await db
    .insertInto('sap_line')
    .values([
      { ...line, number: 1, side: 'D', gl_account: '113100' },
      { ...line, number: 2, side: 'C', gl_account: '175000' },
    ])
    .execute()
  await db.updateTable('sap_batch').set({ status: 'SENT', sendings: 1 }).where('id', '=', batch_id).execute()
}

async function answerAs(db: Making['db'], batch: string, answer: 'ACKNOWLEDGED' | 'REJECTED'): Promise<void> {
  await db
    .updateTable('sap_sending')
    .set({
      ...{ answer, answered_at: new Date().toISOString(), answered_by: 'Philippa' },
      ...(answer === 'ACKNOWLEDGED' ? { sap_reference: '4900000012' } : { reason: 'The period is closed' }),
    })
    .where('batch_id', '=', batch)
    .execute()
  await db.updateTable('sap_batch').set({ status: answer }).where('id', '=', batch).execute()
}
