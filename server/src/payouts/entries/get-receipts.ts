import type { ReplyOf } from '@kontor/contract/endpoint'
import type { getReceiptsEndpoint } from '@kontor/contract/payouts/entries/bank-entry.endpoints'
import { matchOf } from '@kontor/contract/payouts/entries/bank-entry.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { owed } from '../../settlements/debt.ts'
import { outstanding } from '../../settlements/invoices/invoice.rows.ts'
import { choosable, type FileCandidate, namedOrEqual, type OpenEntry, wordsOf } from './candidates.ts'
import { openEntryColumns } from './locked-entry.ts'

type Receipts = ReplyOf<typeof getReceiptsEndpoint>

/** The files that an entry pays, or may pay. */
export async function getReceipts(db: Reader, id: string): Promise<Receipts> {
  const { rows } = await sql<OpenEntry>`select ${openEntryColumns}
    from bank_entry e join provider_bank_account a on a.id = e.provider_bank_account_id where e.id = ${id}`.execute(db)
  const [entry] = rows
  if (!entry) throw new Refusal('not_found')
  if (entry.state !== 'UNMATCHED')
    return { open_because: null, candidates: [], debts: [], invoices: [], received: await receivedBy(db, entry.id) }
  if (entry.kind !== 'CLIENT_MONEY')
    return { open_because: 'not_client_money', candidates: [], debts: [], invoices: [], received: [] }
  const match = matchOf(BigInt(entry.amount), await namedOrEqual(db, entry))
  return {
    // What fits is matched within seconds.
    open_because: 'because' in match ? match.because : null,
    candidates: (await choosable(db, entry)).map(shown),
    debts: await debtsOf(db, entry),
    invoices: await unpaidInvoices(db, entry),
    received: [],
  }
}

const shown = (each: FileCandidate): Receipts['candidates'][number] => ({
  ...{ merchant: each.merchant_id, merchant_name: each.merchant_name },
  ...{ processor_settlement: each.of, processor_settlement_name: each.name },
  ...{ file: each.file_id, file_name: each.file_name, batch: each.batch, period_to: each.period_to },
  ...{ net: String(each.net ?? 0n), is_named: each.is_named, is_decided: each.is_decided },
})

const mostDebts = 100

/** Merchants that owe at least what came. */
async function debtsOf(db: Reader, { amount, currency_code }: OpenEntry): Promise<Receipts['debts']> {
  if (BigInt(amount) <= 0n) return []
  const { rows } = await sql<Receipts['debts'][number]>`
    select * from (
      select s.id as settlement, s.number, s.merchant_id as merchant, m.name as merchant_name, ${owed}::text as owed
      from settlement s join merchant m on m.id = s.merchant_id
      where s.carried < 0 and s.currency_code = ${currency_code}) d
    where owed::bigint >= ${amount}::bigint
    order by owed::bigint = ${amount}::bigint desc, merchant_name, number limit ${mostDebts}`.execute(db)
  return rows
}

/** Invoices that ask for at least what came. */
async function unpaidInvoices(db: Reader, entry: OpenEntry): Promise<Receipts['invoices']> {
  const { amount, currency_code } = entry
  if (BigInt(amount) <= 0n) return []
  const { rows } = await sql<Receipts['invoices'][number]>`
    select invoice, number, merchant, merchant_name, outstanding::text as outstanding, is_named from (
      select i.id as invoice, i.number, i.merchant_id as merchant, m.name as merchant_name, ${outstanding} as outstanding,
        lower(regexp_replace(i.number, '[^A-Za-z0-9]', '', 'g')) = any(${wordsOf(entry)}::text[]) as is_named
      from invoice i join merchant m on m.id = i.merchant_id
      where i.due > 0 and i.currency_code = ${currency_code}) x
    where outstanding >= ${amount}::bigint
    order by is_named desc, outstanding = ${amount}::bigint desc, merchant_name, number limit ${mostDebts}`.execute(db)
  return rows
}

async function receivedBy(db: Reader, id: string): Promise<Receipts['received']> {
  const { rows } = await sql<Receipts['received'][number]>`
    select r.merchant_id as merchant, m.name as merchant_name, s.id as processor_settlement, s.name as processor_settlement_name,
      f.id as file, f.name as file_name, f.batch, r.amount::text as amount
    from processor_receipt r join merchant m on m.id = r.merchant_id
      join processor_settlement_file f on f.merchant_id = r.merchant_id and f.id = r.file_id
      join processor_settlement s on s.merchant_id = f.merchant_id and s.id = f.processor_settlement_id
    where r.bank_entry_id = ${id} order by r.amount desc, f.id`.execute(db)
  return rows
}
