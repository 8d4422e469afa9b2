import { batchWords } from '@kontor/contract/payouts/entries/bank-entry.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** An entry of the bank, as it is matched with what processors say that they paid. */
export interface OpenEntry {
  id: string
  provider_bank_account_id: string
  /** Of its account. */
  kind: string
  currency_code: string
  /** Minor units, as text. */
  amount: string
  booked_on: string
  state: string
  counterparty: string | null
  counterparty_fingerprint: Buffer | null
  remittance: string | null
  end_to_end: string | null
}

/** A file of a processor settlement that an entry may pay. */
export interface FileCandidate {
  merchant_id: string
  merchant_name: string
  /** The processor settlement. */
  of: string
  name: string
  file_id: string
  file_name: string
  batch: string | null
  period_to: string | null
  /** In the currency of the entry; of a file that is received, what was claimed of it. Null: it has nothing in it. */
  net: bigint | null
  /** The difference that was claimed, with the book and processor that it is booked under. */
  claim: { id: string; book_id: string; processor_id: string | null } | null
  is_named: boolean
  is_received: boolean
  is_decided: boolean
  days: number
  is_payer_known: boolean
}

/** What the payer wrote. The reference of the bank names nothing of a processor. */
export const wordsOf = ({ remittance, end_to_end }: OpenEntry): string[] => batchWords([remittance, end_to_end])

/** The batch of a file `f` without signs, as the index has it. */
export const plainBatch = sql`lower(regexp_replace(f.batch, '[^A-Za-z0-9]', '', 'g'))`

/** The files whose batch the entry names, of any currency and also those that are received. Found by the index of batches. */
export const named = (db: Reader, entry: OpenEntry): Promise<FileCandidate[]> =>
  candidates(db, entry, sql`${plainBatch} = any(${wordsOf(entry)}::text[])`)

/** The same, and the files of its amount: they tell a person why it stays open. It looks at all files. */
export const namedOrEqual = (db: Reader, entry: OpenEntry): Promise<FileCandidate[]> =>
  candidates(
    db,
    entry,
    sql`${plainBatch} = any(${wordsOf(entry)}::text[])
    or (abs(${daysOf(entry)}) <= 60 and exists (select from jsonb_array_elements(f.totals) t
      where t ->> 'currency_code' = ${entry.currency_code} and t ->> 'net' = ${entry.amount}))`,
  )

/** The files that a person may say it pays: those that nobody has paid yet, the likeliest first. */
export const choosable = (db: Reader, entry: OpenEntry): Promise<FileCandidate[]> =>
  candidates(
    db,
    entry,
    sql`(abs(${daysOf(entry)}) <= 120 or ${plainBatch} = any(${wordsOf(entry)}::text[]))
      and ${due} is not null and sign(${due}) = sign(${entry.amount}::bigint) and (r.file_id is null or claim.of is not null)`,
  )

/** Those that a person named. */
export const chosen = (db: Reader, entry: OpenEntry, files: readonly string[]): Promise<FileCandidate[]> =>
  candidates(db, entry, sql`f.id = any(${files}::uuid[])`)

const mostShown = 100
/** What an entry may pay of a file. */
const due = sql`coalesce(claim.net, total.net)`
const daysOf = ({ booked_on }: OpenEntry) =>
  sql`(${booked_on}::date - (coalesce(f.period_to, f.received_at) at time zone 'UTC')::date)`

async function candidates(db: Reader, entry: OpenEntry, which: RawBuilder<unknown>): Promise<FileCandidate[]> {
  const { rows } = await sql<Omit<FileCandidate, 'net'> & { net: string | null }>`
    select f.merchant_id, m.name as merchant_name, s.id as of, s.name, f.id as file_id, f.name as file_name, f.batch, f.period_to,
      ${due}::text as net, claim.of as claim, coalesce(${plainBatch} = any(${wordsOf(entry)}::text[]), false) as is_named,
      r.file_id is not null and claim.of is null as is_received, f.reconciled_at is not null as is_decided, ${daysOf(entry)} as days,
      ${isPayerKnown(entry)} as is_payer_known
    from processor_settlement_file f
      join processor_settlement s on s.merchant_id = f.merchant_id and s.id = f.processor_settlement_id
      join merchant m on m.id = f.merchant_id
      left join lateral (select (t ->> 'net')::numeric as net from jsonb_array_elements(f.totals) t
        where t ->> 'currency_code' = ${entry.currency_code} and (t ->> 'net')::numeric <> 0) total on true
      left join processor_receipt r on r.merchant_id = f.merchant_id and r.file_id = f.id
        and r.currency_code = ${entry.currency_code} and r.difference_id is null
      -- What is claimed is still owed, and comes with another entry.
      left join lateral (select d.expected::numeric - d.said as net,
          json_build_object('id', d.id, 'book_id', d.book_id, 'processor_id', d.processor_id) as of
        from reconciliation_difference d where d.merchant_id = f.merchant_id and d.file_id = f.id and d.type = 'RECEIVED'
          and d.status = 'CLAIMED' and d.currency_code = ${entry.currency_code}
        order by d.line desc limit 1) claim on r.file_id is not null
    where f.status = 'READ' and (${which})
    order by is_named desc, (${due} = ${entry.amount}::numeric) desc nulls last, abs(${daysOf(entry)}), f.id
    limit ${mostShown}`.execute(db)
  return rows.map(({ net, ...row }) => ({ ...row, net: net === null ? null : BigInt(net) }))
}

/** Its name has that of the gateway, or an entry from the same account, or without one of the same name, paid a file of it before. */
function isPayerKnown({ counterparty, counterparty_fingerprint }: OpenEntry): RawBuilder<unknown> {
  const name = counterparty?.toLowerCase() ?? null
  return sql`(coalesce(position(s.gateway in ${name}::text) > 0, false) or exists (
    select from processor_receipt before join bank_entry e on e.id = before.bank_entry_id
      join processor_settlement_file other on other.merchant_id = before.merchant_id and other.id = before.file_id
    where other.merchant_id = s.merchant_id and other.processor_settlement_id = s.id
      and case when e.counterparty_fingerprint is null or ${counterparty_fingerprint}::bytea is null
        then lower(e.counterparty) = ${name} else e.counterparty_fingerprint = ${counterparty_fingerprint}::bytea end))`
}
