import { ibanColumns } from '../../../src/bank-accounts/sealed-iban.ts'
import { inventedIban as invented } from '../../../src/demo/money/invented-iban.ts'
import { newId, providerId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

/** An account of the provider. */
export async function pspBankAccount(
  { db, masterKey, next }: Making,
  given: {
    name?: string
    holder?: string
    iban?: string
    currency_code?: string
    kind?: 'CLIENT_MONEY' | 'OWN'
    default?: boolean
    created_at?: Date
  } = {},
): Promise<string> {
  const { id, created_at } = newId(given.created_at ?? new Date())
  await db
    .insertInto('provider_bank_account')
    .values({
      ...{ id, created_at, name: given.name ?? `account ${next()}`, holder: given.holder ?? 'Stichting Kontor' },
      ...ibanColumns(masterKey, { merchant: providerId, id }, given.iban ?? invented(2_000_000 + next(), 'PSPB')),
      ...{ bic: 'PSPBNL2A', currency_code: given.currency_code ?? 'EUR', kind: given.kind ?? 'CLIENT_MONEY' },
      default: given.default ?? false,
    })
    .execute()
  return id
}
