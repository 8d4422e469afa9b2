import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import { sumOf } from '@kontor/contract/payouts/entries/bank-entry.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { book, type NewTransfer } from '../../ledger/book.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { inTurnOfMerchant } from '../../reconciliation/match-file.ts'
import { bookReceivedOther, sharesOf } from '../../reconciliation/received.ts'
import type { FileCandidate, OpenEntry } from './candidates.ts'

/**
 * Writes and books that an entry pays files: each in full, and the largest of them with what is more or less, which is a difference
 * of it. A claimed difference that is paid is corrected. The caller holds the turn of receipts, and has seen that nobody paid them.
 */
export async function receiveFiles(
  trx: Trx,
  entry: Locked<OpenEntry>,
  files: readonly FileCandidate[],
  now: Date,
): Promise<void> {
  const total = BigInt(entry.amount)
  if (total > 0n !== sumOf(files) > 0n) throw new Refusal('entry_other_side')
  // Before anything is booked: whoever decides lines of a merchant takes its turn first, too.
  for (const merchant of [...new Set(files.map(({ merchant_id }) => merchant_id))].sort())
    await inTurnOfMerchant(trx, merchant)
  const rest = total - sumOf(files)
  const ordered = [...files].sort((one, other) => Number(size(other) - size(one)))
  for (const [place, file] of ordered.entries())
    await receiveFile(trx, entry, { file, more: place === 0 ? rest : 0n, now })
}

const size = ({ net }: FileCandidate): bigint => ((net ?? 0n) < 0n ? -(net ?? 0n) : (net ?? 0n))

interface Receiving {
  file: FileCandidate
  /** What came more than its net amount; below zero: less. */
  more: bigint
  now: Date
}

async function receiveFile(trx: Trx, entry: Locked<OpenEntry>, { file, more, now }: Receiving): Promise<void> {
  const { merchant_id, file_id, of } = file
  const { currency_code } = entry
  const net = file.net ?? 0n
  const amount = net + more
  if (amount === 0n) throw new Refusal('entry_other_side')
  const settlement = { merchant_id, id: file_id, processor_settlement_id: of, currency_code }
  const { shares, rest } = file.claim
    ? { shares: [], rest: { ...file.claim, amount: net } }
    : await sharesOf(trx, settlement, net)
  if (file.claim) await correctClaim(trx, file.claim.id, merchant_id)
  const day = await book(
    trx,
    [...shares, { ...rest, amount: rest.amount + more }].flatMap((share) =>
      transferOf(entry, merchant_id, file_id, share),
    ),
  )
  await sql`insert into processor_receipt (merchant_id, file_id, currency_code, bank_entry_id, amount, received_on,
      difference_id)
    values (${merchant_id}, ${file_id}, ${currency_code}, ${entry.id}, ${String(amount)}::bigint, ${entry.booked_on},
      ${file.claim?.id ?? null})`.execute(trx)
  if (more !== 0n) await bookReceivedOther(trx, settlement, { rest, net, received: amount, day }, now)
}

/** It is looked at again in the turn of the merchant. What was claimed is on account 20 alone, so that nothing more is booked. */
async function correctClaim(trx: Trx, id: string, merchant_id: string): Promise<void> {
  const { rows } = await sql`
    update reconciliation_difference set status = 'CORRECTED', proposed_at = null, proposed_by = null, proposed_by_id = null
    where merchant_id = ${merchant_id} and id = ${id} and status = 'CLAIMED' returning 1`.execute(trx)
  if (rows.length === 0) throw new Refusal('file_received')
}

/** What came is taken from what the processor owes of a book; what it took is added. */
function transferOf(
  { provider_bank_account_id: bank, currency_code }: OpenEntry,
  merchant_id: string,
  subject_id: string,
  { book_id, processor_id, amount }: { book_id: string; processor_id: string | null; amount: bigint },
): NewTransfer[] {
  if (amount === 0n) return []
  // Without one it is not kept apart: the id of the bank account must not take its place.
  const processor = processor_id ?? houseBook
  const shared = { merchant_id, book_id, currency_code, subject_id, available: 'never' as const }
  return amount > 0n
    ? [{ ...shared, kind: 'processor_paid', amount, sub_id: bank, credit_sub_id: processor }]
    : [{ ...shared, kind: 'processor_charged', amount: -amount, sub_id: processor, credit_sub_id: bank }]
}
