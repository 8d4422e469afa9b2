import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import type { BatchLine } from './batch-lines.ts'

/** The lines of a batch as they were sent. */
export async function sentLines(db: Reader, batch: string, sending: number): Promise<BatchLine[]> {
  const { rows } = await sql<Omit<BatchLine, 'amount'> & { amount: string }>`
    select l.document, l.number, k.name as event, l.side, l.gl_account, l.cost_center, l.tax_code, l.currency_code,
      l.amount::text as amount, l.count
    from sap_line l join ledger_kind k on k.kind = l.kind
    where l.batch_id = ${batch} and l.sending = ${sending} order by l.number`.execute(db)
  return rows.map(({ amount, ...line }) => ({ ...line, amount: BigInt(amount) }))
}
