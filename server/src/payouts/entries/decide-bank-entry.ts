import type { ReadBody } from '@kontor/contract/endpoint'
import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import type { decideBankEntryEndpoint } from '@kontor/contract/payouts/entries/bank-entry.endpoints'
import { type EntryState, mayBe } from '@kontor/contract/payouts/entries/bank-entry.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { book, type NewTransfer } from '../../ledger/book.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { bookInTurn } from '../../platform/db/book-in-turn.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn, type Locked } from '../../platform/db/locked.ts'
import { owed } from '../../settlements/debt.ts'
import { bookOfInvoice, unpaidInvoice } from '../../settlements/invoices/unpaid-invoice.ts'
import type { OpenEntry } from './candidates.ts'
import { requireOpen } from './locked-entry.ts'

/**
 * Says what an entry is that no processor and no payout explains. The provider's money, the bank's costs and what a merchant paid of
 * its debt are booked.
 */
export async function decideBankEntry(
  trx: Trx,
  actor: Actor,
  id: string,
  { state, reason, settlement, invoice }: ReadBody<typeof decideBankEntryEndpoint>,
  now: Date,
): Promise<void> {
  const entry = await requireOpen(trx, id)
  if (!mayBe(state, { amount: Number(entry.amount) })) throw new Refusal('entry_other_side')
  // The ledger has nothing of the provider's own account but what goes to it from client money.
  if (state !== 'ELSEWHERE' && entry.kind !== 'CLIENT_MONEY') throw new Refusal('entry_not_client_money')
  if (state === 'OWN_MONEY' || state === 'BANK_COST')
    await book(trx, [await transferOf(trx, actor, entry, { state, reason })])
  const owed = state === 'DEBT' ? await payOwed(trx, actor, entry, { settlement, invoice, reason }) : undefined
  await decideEntry(trx, actor, entry, { state, reason, owed }, now)
}

/** What was owed: a settlement that was carried below zero, or an invoice. */
interface Owed {
  by: 'settlement' | 'invoice'
  merchant_id: string
  id: string
}

interface Paid {
  settlement: string | undefined
  invoice: string | undefined
  reason: string
}

async function payOwed(trx: Trx, actor: Actor, entry: OpenEntry, { settlement, invoice, reason }: Paid): Promise<Owed> {
  if (invoice !== undefined) return payInvoice(trx, actor, entry, { invoice, reason })
  const debt = await requireDebt(trx, entry, settlement)
  await book(trx, [collected(actor, entry, debt, reason)])
  return { ...debt, by: 'settlement' }
}

/** What came is no more than what the invoice still asks for. */
async function payInvoice(
  trx: Trx,
  actor: Actor,
  entry: OpenEntry,
  { invoice: id, reason }: { invoice: string; reason: string },
): Promise<Owed> {
  const invoice = await unpaidInvoice(trx, actor, id)
  if (invoice?.currency_code !== entry.currency_code)
    throw new Refusal('invalid_request', { 'body.invoice': 'not_found' })
  const amount = BigInt(entry.amount)
  if (amount > invoice.outstanding) throw new Refusal('more_than_debt', { owed: String(invoice.outstanding) })
  await bookOfInvoice(trx, invoice, amount, {
    ...{ kind: 'invoice_paid', available: 'never', sub_id: entry.provider_bank_account_id, reason: reason.trim() },
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
  })
  return { ...invoice, by: 'invoice' }
}

interface Debt {
  merchant_id: string
  id: string
  book_id: string
  organisation_id: string
}

/**
 * What came is no more than what the merchant owes by this settlement: anything else is not a debt that it pays. It is read in the
 * turn of its book, because the next settlement may take it from the reserve.
 */
async function requireDebt(trx: Trx, entry: OpenEntry, id: string | undefined): Promise<Debt> {
  const { currency_code } = entry
  const debts = await sql<Debt>`select merchant_id, id, book_id, organisation_id from settlement
    where id = ${id} and currency_code = ${currency_code}`.execute(trx)
  const [debt] = debts.rows
  if (!debt) throw new Refusal('invalid_request', { 'body.settlement': 'not_found' })
  await inTurn(trx, bookInTurn({ ...debt, currency_code }))
  const { rows } = await sql<{ owed: string }>`select ${owed}::text as owed from settlement s
    where s.merchant_id = ${debt.merchant_id} and s.id = ${debt.id}`.execute(trx)
  const most = rows[0]?.owed ?? '0'
  if (BigInt(entry.amount) > BigInt(most)) throw new Refusal('more_than_debt', { owed: most })
  return debt
}

/** At once, so that the next settlement has it. */
const collected = (
  { kind, id, name }: Actor,
  entry: OpenEntry,
  { merchant_id, book_id, organisation_id }: Debt,
  reason: string,
): NewTransfer => ({
  ...{ merchant_id, book_id, organisation_id, currency_code: entry.currency_code, subject_id: entry.id },
  ...{ kind: 'debt_collected', amount: BigInt(entry.amount), sub_id: entry.provider_bank_account_id },
  ...{ available: 'at once', actor: { kind, id, name }, reason: reason.trim() },
})

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
  { state, reason, owed }: { state: EntryState; reason: string; owed?: Owed | undefined },
  now: Date,
) =>
  trx
    .updateTable('bank_entry')
    .set({ state, reason: reason.trim(), decided_by: actor.name ?? '', decided_by_id: actor.id })
    .set({ decided_at: now.toISOString() })
    .set(owed?.by === 'settlement' ? { debt_of: owed.merchant_id, debt_id: owed.id } : {})
    .set(owed?.by === 'invoice' ? { invoice_of: owed.merchant_id, invoice_id: owed.id } : {})
    .where('id', '=', id)
    .execute()
