import { type LedgerCode, type LedgerKind, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { bearsCostCenter, bearsTaxCode, mostItems } from '@kontor/contract/sap/sap.rules'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'

/** What a batch has of one event in one currency with the same accounts. */
interface MappedSum {
  event: LedgerKind
  currency_code: string
  debit_account: string | null
  credit_account: string | null
  cost_center: string | null
  tax_code: string | null
  count: number
  amount: bigint
}

export interface BatchLine {
  document: number
  number: number
  event: LedgerKind
  side: 'D' | 'C'
  /** Null: no account is chosen. */
  gl_account: string | null
  cost_center: string | null
  tax_code: string | null
  currency_code: string
  amount: bigint
  count: number
}

/** The mapping `m` that counts for the sum `s` of a batch: a merchant before a currency, and both before one of them. */
export const mappingOfSum = sql`
  left join lateral (
    select m.* from sap_mapping m where m.kind = s.kind and (m.for_merchant is null or m.for_merchant = s.book_of)
      and (m.currency_code is null or m.currency_code = s.currency_code)
    order by m.for_merchant is null, m.currency_code is null limit 1) m on true`

/** The sums of a batch with the accounts of this moment. Those without accounts stand apart from the others. */
export async function mappedSums(db: Reader, batch: string): Promise<MappedSum[]> {
  const { rows } = await sql<Omit<MappedSum, 'amount'> & { amount: string }>`
    select k.name as event, s.currency_code, m.debit_account, m.credit_account, m.cost_center, m.tax_code,
      sum(s.count)::bigint as count, sum(s.amount)::text as amount
    from sap_batch_sum s join ledger_kind k on k.kind = s.kind ${mappingOfSum}
    where s.batch_id = ${batch}
    group by s.currency_code, s.kind, k.name, m.debit_account, m.credit_account, m.cost_center, m.tax_code
    order by s.currency_code, s.kind, m.debit_account, m.credit_account, m.cost_center, m.tax_code`.execute(db)
  return rows.map(({ amount, ...sum }) => ({ ...sum, amount: BigInt(amount) }))
}

/**
 * Two lines for each sum, of which only accounts of profit and loss bear a cost center. They are put into documents of one currency
 * and no more items than SAP takes; a pair stays together, so that each document is balanced.
 */
export function linesOf(sums: readonly MappedSum[]): BatchLine[] {
  const lines: BatchLine[] = []
  let document = 0
  let items = 0
  let currency: string | undefined
  for (const sum of sums) {
    if (sum.currency_code !== currency || items + 2 > mostItems) {
      document += 1
      items = 0
      currency = sum.currency_code
    }
    for (const side of ['D', 'C'] as const) lines.push(lineOf(sum, side, { document, number: lines.length + 1 }))
    items += 2
  }
  return lines
}

function lineOf(sum: MappedSum, side: 'D' | 'C', place: Pick<BatchLine, 'document' | 'number'>): BatchLine {
  const { debit, credit } = ledgerKinds[sum.event]
  const code: LedgerCode = side === 'D' ? debit : credit
  const { event, currency_code, amount, count } = sum
  return {
    ...{ ...place, event, side, currency_code, amount, count },
    gl_account: side === 'D' ? sum.debit_account : sum.credit_account,
    cost_center: bearsCostCenter(code) ? sum.cost_center : null,
    tax_code: bearsTaxCode(code) ? sum.tax_code : null,
  }
}

interface UnmappedSum {
  event: LedgerKind
  merchant: string | null
  merchant_name: string | null
  currency_code: string
  count: number
  amount: bigint
  /** The numbers of the batches that wait for it, the first ten. */
  batches: number[]
}

/** The sums of one batch, or of all that wait, for which no accounts are chosen. */
export async function unmappedSums(db: Reader, batch?: string): Promise<UnmappedSum[]> {
  const { rows } = await sql<Omit<UnmappedSum, 'amount'> & { amount: string }>`
    select k.name as event, merchant.id as merchant, merchant.name as merchant_name, s.currency_code,
      sum(s.count)::bigint as count, sum(s.amount)::text as amount, (array_agg(b.number order by b.number))[1:10] as batches
    from sap_batch b join sap_batch_sum s on s.batch_id = b.id join ledger_kind k on k.kind = s.kind
      left join merchant on merchant.id = s.book_of ${mappingOfSum}
    where m.id is null and b.status in ('CREATED', 'REJECTED') ${batch === undefined ? sql`` : sql`and b.id = ${batch}`}
    group by s.kind, k.name, merchant.id, merchant.name, s.currency_code
    order by s.kind, merchant.name, s.currency_code limit 500`.execute(db)
  return rows.map(({ amount, ...sum }) => ({ ...sum, amount: BigInt(amount) }))
}
