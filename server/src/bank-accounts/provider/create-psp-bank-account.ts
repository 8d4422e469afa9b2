import type { createPspBankAccountEndpoint } from '@kontor/contract/bank-accounts/psp-bank-account.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { newId, providerId } from '../../platform/db/ids.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { ibanColumns } from '../sealed-iban.ts'
import { makeDefault } from './one-default.ts'

/** Adds an account of the provider. The first one of its kind and currency is the default. */
export async function createPspBankAccount(
  trx: Trx,
  { iban, default: isDefault = false, bic = null, ...values }: ReadBody<typeof createPspBankAccountEndpoint>,
  now: Date,
  masterKey: string,
): Promise<string> {
  await refuseCardNumber(trx, 'body.name', values.name)
  await refuseCardNumber(trx, 'body.holder', values.holder)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('provider_bank_account')
    .values({ ...values, ...ibanColumns(masterKey, { merchant: providerId, id }, iban), id, created_at, bic })
    .execute()
    .catch((error) => {
      if (violatedConstraint(error) !== 'provider_bank_account_iban_fingerprint_currency_code_key') throw error
      throw new Refusal('bank_account_exists', { 'body.iban': 'taken' })
    })
  await makeDefault(trx, { id, ...values }, isDefault ? 'always' : 'if_first')
  return id
}
