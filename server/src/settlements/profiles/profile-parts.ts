import { Refusal } from '@kontor/contract/refusal'
import type { ProfileBook } from '@kontor/contract/settlements/profiles/settlement-profile.rules'
import { sql } from 'kysely'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'

/** A bank account that a profile may name: verified, and of the profile's merchant and currency. */
export async function requireAccount(trx: Trx, merchant: string, id: string, currency: string): Promise<void> {
  const account = await trx
    .selectFrom('bank_account')
    .select(['status', 'currency_code'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!account) throw new Refusal('invalid_request', { 'body.bank_account': 'not_found' })
  if (account.status !== 'VERIFIED') throw new Refusal('bank_account_not_verified', { status: account.status })
  if (account.currency_code !== currency)
    throw new Refusal('currency_mismatch', { expected: currency, given: account.currency_code })
}

export async function requireSchedule(trx: Trx, id: string | null | undefined): Promise<void> {
  if (!id) return
  const found = await trx
    .selectFrom('settlement_schedule')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_request', { 'body.settlement_schedule': 'not_found' })
}

interface Paying {
  currency_code: string
  payout_currency_code: string | null
  fx_margin_ppm: number
}

/** Payouts in another currency are in another one, only those have a margin, and there are rates of both. */
export async function requirePayoutCurrency(trx: Trx, { currency_code, payout_currency_code, fx_margin_ppm }: Paying) {
  if (payout_currency_code === currency_code)
    throw new Refusal('invalid_request', { 'body.payout_currency_code': 'not_allowed' })
  if (payout_currency_code === null && fx_margin_ppm > 0)
    throw new Refusal('invalid_request', { 'body.fx_margin_ppm': 'not_allowed' })
  if (payout_currency_code === null) return
  const { rows } = await sql<{ currency_code: string }>`
    select wanted.currency_code from unnest(${[currency_code, payout_currency_code]}::text[]) as wanted(currency_code)
    where wanted.currency_code <> 'EUR'
      and not exists (select from exchange_rate r where r.currency_code = wanted.currency_code)`.execute(trx)
  if (rows.length > 0)
    throw new Refusal('exchange_rate_missing', { currencies: rows.map((row) => row.currency_code).join(', ') })
}

/** The book of a new profile. The one of a bank account comes into being with its first profile. */
export async function bookFor(trx: Trx, merchant: string, book: ProfileBook, account: string): Promise<string> {
  if (book === 'BANK_ACCOUNT')
    await sql`insert into ledger_book (merchant_id, bank_account_id) values (${merchant}, ${account})
      on conflict (merchant_id, bank_account_id) do nothing`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    select book_of(${merchant}, ${book === 'BANK_ACCOUNT' ? account : null}) as id`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('a merchant without a book')
  return found.id
}

/** A book has one profile per currency. */
export async function refusingSecond<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('settlement_profile_merchant_id_book_id'))
      throw new Refusal('settlement_profile_exists', { 'body.currency_code': 'taken' })
    throw error
  }
}
