import type { updatePspBankAccountEndpoint } from '@kontor/contract/bank-accounts/psp-bank-account.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { lockPspBankAccount } from './locked-psp-bank-account.ts'
import { makeDefault } from './one-default.ts'

/** Changes the name or the BIC, or makes it the default. What is the default stays it until another one becomes it. */
export async function updatePspBankAccount(
  trx: Trx,
  id: string,
  { default: isDefault, ...given }: ReadBody<typeof updatePspBankAccountEndpoint>,
): Promise<void> {
  await refuseCardNumber(trx, 'body.name', given.name)
  const account = await lockPspBankAccount(trx, id)
  if (isDefault === false && account.default)
    throw new Refusal('invalid_request', { 'body.default': 'choose_another_default' })
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length > 0)
    await trx.updateTable('provider_bank_account').set(changes).where('id', '=', id).execute()
  if (isDefault) await makeDefault(trx, account, 'always')
}
