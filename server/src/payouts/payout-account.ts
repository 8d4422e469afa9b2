import type { BankAccountStatus } from '@kontor/contract/bank-accounts/bank-account.rules'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { isItsProfile } from '../settlements/profiles/profile-of.ts'

export interface PayoutAccount {
  id: string
  holder: string
  /** Masked. */
  iban: string
  bic: string | null
  status: BankAccountStatus
  usable_from: string
  is_usable: boolean
  is_cooling_off: boolean
  created_by_id: string | null
  /** Of the settlement profile by which it is paid; null: the account is that of the book alone. */
  profile: string | null
  profile_on_hold: boolean
}

interface Of {
  merchant_id: string
  id: string
}

/**
 * Where the payout of a settlement goes: the account that was decided at its approval, else the one that its settlement profile, or
 * its book, names at this moment. Undefined: none is named, or it is of another currency than the payout.
 */
export async function payoutAccount(db: Reader, { merchant_id, id }: Of): Promise<PayoutAccount | undefined> {
  const { rows } = await sql<PayoutAccount>`
    select b.id, b.holder, b.country_code || '•• •••• ' || b.iban_end as iban, b.bic, b.status, b.usable_from,
      bank_account_usable(b.merchant_id, b.id, engine_now()) as is_usable,
      b.status = 'VERIFIED' and b.usable_from > engine_now() as is_cooling_off,
      b.created_by_id, profile.id as profile, coalesce(profile.status = 'ON_HOLD', false) as profile_on_hold
    from payout p join settlement s using (merchant_id, id)
      join ledger_book book on book.merchant_id = s.merchant_id and book.id = s.book_id
      left join settlement_profile profile on ${isItsProfile}
      join bank_account b on b.merchant_id = p.merchant_id
        and b.id = coalesce(p.bank_account_id, profile.bank_account_id, book.bank_account_id) and b.currency_code = p.currency_code
    where p.merchant_id = ${merchant_id} and p.id = ${id}`.execute(db)
  return rows[0]
}
