import type { BankAccountStatus, NameCheck } from '@kontor/contract/bank-accounts/bank-account.rules'
import { ibanColumns } from '../../../src/bank-accounts/sealed-iban.ts'
import { inventedIban as invented } from '../../../src/demo/money/invented-iban.ts'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

/** An account of a merchant in any state; usable at once. */
export async function bankAccount(
  { db, masterKey, next }: Making,
  merchant: string,
  given: {
    organisation?: string
    holder?: string
    iban?: string
    currency_code?: string
    status?: BankAccountStatus
    name_check?: NameCheck | null
    created_at?: Date
    created_by_id?: string
    usable_from?: Date
    replaces?: string
  } = {},
): Promise<string> {
  const { status = 'VERIFIED', name_check = 'MATCH', created_at = new Date() } = given
  const { id } = newId(created_at)
  const at = created_at.toISOString()
  await db
    .insertInto('bank_account')
    .values({
      ...{ merchant_id: merchant, id, created_at: at, status, organisation_id: given.organisation ?? merchant },
      ...ibanColumns(masterKey, { merchant, id }, given.iban ?? invented(1_000_000 + next())),
      ...{ holder: given.holder ?? `Holder ${next()}`, bic: 'KNTRNL2A', currency_code: given.currency_code ?? 'EUR' },
      ...{ name_check, name_checked_at: name_check && at, replaces: given.replaces ?? null },
      ...{ usable_from: (given.usable_from ?? created_at).toISOString() },
      ...{ created_by: 'Somebody', created_by_id: given.created_by_id ?? null },
      ...(status === 'VERIFIED' || status === 'REJECTED'
        ? { decided_at: at, decided_by_id: id, reason: status === 'REJECTED' ? 'Not yours' : null }
        : {}),
      ...(status === 'DISABLED' ? { disabled_at: at, disabled_by: 'Somebody' } : {}),
    })
    .execute()
  return id
}
