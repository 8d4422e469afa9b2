import type { ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { getSapBatchLinesEndpoint } from '@kontor/contract/sap/sap.endpoints'
import { sapBatchCan } from '@kontor/contract/sap/sap.rules'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import type { Exact } from '../platform/sums.ts'
import { type BatchLine, linesOf, mappedSums, unmappedSums } from './batch-lines.ts'
import { sentLines } from './sent-lines.ts'

type Seen = Exact<ReplyOf<typeof getSapBatchLinesEndpoint>>

/** The lines of a batch as SAP has them, or as it would get them at this moment. */
export async function getSapBatchLines(db: Reader, id: string): Promise<Seen> {
  const batch = await db.selectFrom('sap_batch').select(['status', 'sendings']).where('id', '=', id).executeTakeFirst()
  if (!batch) throw new Refusal('not_found')
  // A CHECK constraint allows only the contract's values.
  const isFrozen = !sapBatchCan.send(batch as Parameters<typeof sapBatchCan.send>[0])
  const lines = isFrozen ? await sentLines(db, id, batch.sendings) : linesOf(await mappedSums(db, id))
  return {
    is_frozen: isFrozen,
    lines,
    balances: balancesOf(lines),
    unmapped: isFrozen ? [] : (await unmappedSums(db, id)).map(({ batches: _, ...sum }) => sum),
    sendings: await sendingsOf(db, id),
  }
}

function balancesOf(lines: readonly BatchLine[]): Seen['balances'] {
  const currencies = [...new Set(lines.map(({ currency_code }) => currency_code))]
  return currencies.map((currency_code) => {
    const of = (side: 'D' | 'C') =>
      lines
        .filter((line) => line.currency_code === currency_code && line.side === side)
        .reduce((sum, { amount }) => sum + amount, 0n)
    return { currency_code, debit: of('D'), credit: of('C') }
  })
}

async function sendingsOf(db: Reader, id: string): Promise<Seen['sendings']> {
  const rows = await db
    .selectFrom('sap_sending')
    .select(['number', 'at', 'by_name as by', 'answered_at', 'answered_by', 'sap_reference', 'reason'])
    // A CHECK constraint allows only these words.
    .select(sql<'ACKNOWLEDGED' | 'REJECTED' | null>`answer`.as('answer'))
    .where('batch_id', '=', id)
    .orderBy('number', 'desc')
    .execute()
  return rows
}
