import type { ReadBody } from '@kontor/contract/endpoint'
import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import type { decideBankEntryEndpoint } from '@kontor/contract/payouts/entries/bank-entry.endpoints'
import { type EntryState, mayBe } from '@kontor/contract/payouts/entries/bank-entry.rules'
import { Refusal } from '@kontor/contract/refusal'
import { book, type NewTransfer } from '../../ledger/book.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { OpenEntry } from './candidates.ts'
import { requireOpen } from './locked-entry.ts'

/** Says what an entry is that no processor and no payout explains. The provider's money and the bank's costs are booked. */
export async function decideBankEntry(
  trx: Trx,
  actor: Actor,
  id: string,
  { state, reason }: ReadBody<typeof decideBankEntryEndpoint>,
  now: Date,
): Promise<void> {
  const entry = await requireOpen(trx, id)
  if (!mayBe(state, { amount: Number(entry.amount) })) throw new Refusal('entry_other_side')
  // The ledger has nothing of the provider's own account but what goes to it from client money.
  if (state !== 'ELSEWHERE' && entry.kind !== 'CLIENT_MONEY') throw new Refusal('entry_not_client_money')
  if (state !== 'ELSEWHERE') await book(trx, [await transferOf(trx, actor, entry, { state, reason })])
  await decideEntry(trx, actor, entry, { state, reason }, now)
}

async function transferOf(
  trx: Trx,
  { kind, id, name }: Actor,
  entry: OpenEntry,
  { state, reason }: { state: 'OWN_MONEY' | 'BANK_COST'; reason: string },
): Promise<NewTransfer> {
  const amount = BigInt(entry.amount)
  const bank = entry.provider_bank_account_id
  const shared = {
    ...{ merchant_id: houseBook, book_id: houseBook, currency_code: entry.currency_code, subject_id: entry.id },
    ...{ available: 'never' as const, actor: { kind, id, name }, reason: reason.trim() },
  }
  return state === 'BANK_COST'
    ? { ...shared, kind: 'bank_cost', amount: -amount, credit_sub_id: bank }
    : { ...shared, kind: 'own_money_added', amount, sub_id: bank, credit_sub_id: await ownAccount(trx, entry) }
}

/** The provider's usual own account in the currency, if it has one here. */
async function ownAccount(trx: Trx, { currency_code }: OpenEntry): Promise<string> {
  const own = await trx
    .selectFrom('provider_bank_account')
    .select('id')
    .where('kind', '=', 'OWN')
    .where('currency_code', '=', currency_code)
    .where('default', '=', true)
    .executeTakeFirst()
  return own?.id ?? houseBook
}

/** Keeps what an entry is, and who said so. */
export const decideEntry = (
  trx: Trx,
  actor: Actor,
  { id }: Locked<OpenEntry>,
  { state, reason }: { state: EntryState; reason: string },
  now: Date,
) =>
  trx
    .updateTable('bank_entry')
    .set({ state, reason: reason.trim(), decided_by: actor.name ?? '', decided_by_id: actor.id })
    .set({ decided_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
