import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'
import { decideOurs } from './decide-line.ts'
import { withOurs } from './lines.ts'
import type { StoredDifference } from './locked-difference.ts'
import { matchedFile } from './match-file.ts'
import { writeDecisions } from './write-decisions.ts'

/**
 * Says of what a line is that was of nothing in our books. From then on it counts as if it had named it: what differs is a difference
 * of its own, and what was missing has come.
 */
export async function linkLine(
  trx: Trx,
  difference: Locked<StoredDifference>,
  subject: string | undefined,
  now: Date,
): Promise<void> {
  const { merchant_id, file_id: id, line, processor_settlement_id } = difference
  if (difference.type !== 'UNKNOWN' || id === null || line === null) throw new Refusal('difference_not_linkable')
  if (subject === undefined) throw new Refusal('invalid_request', { 'body.subject': 'required' })
  const file = await matchedFile(trx, { merchant_id, id, processor_settlement_id, waits_until: difference.booked_on })
  const pairs = await pairsOf(trx, difference, subject)
  const [found] = await withOurs(
    trx,
    file,
    pairs.map((transaction_id) => ({ line, subject_id: subject, transaction_id })),
  )
  if (!found) throw new Refusal('invalid_request', { 'body.subject': 'not_found' })
  if (found.ours.is_taken) throw new Refusal('line_matched')
  await writeDecisions(trx, file, [decideOurs(found.line, found.ours, 'HAND')], now)
}

/** The payment of what a person names. */
async function pairsOf(trx: Trx, { merchant_id, line_kind }: StoredDifference, subject: string): Promise<string[]> {
  if (line_kind === 'payment' || line_kind === 'correction') return [subject]
  const isRefund = line_kind === 'refund' || line_kind === 'refund_reversed'
  const table = isRefund ? sql.table('refund') : sql.table('chargeback')
  const { rows } = await sql<{ transaction_id: string }>`
    select transaction_id from ${table} where merchant_id = ${merchant_id} and id = ${subject}`.execute(trx)
  return rows.map(({ transaction_id }) => transaction_id)
}
