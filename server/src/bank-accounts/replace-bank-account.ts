import type { replaceBankAccountEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, shownName } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { warnOfAccount } from './alarms/warn-of-account.ts'
import type { House } from './create-bank-account.ts'
import { lockBankAccount, requireLiving } from './locked-bank-account.ts'
import { insertBankAccount } from './new-bank-account.ts'
import { passToAccount } from './uses-of-account.ts'

/**
 * Puts a new account in the place of another: what is paid to the old one is paid to the new one, once that is verified and
 * the cool-off is over. Until then nothing is paid.
 */
export async function replaceBankAccount(
  trx: Trx,
  actor: Actor,
  id: string,
  typed: ReadBody<typeof replaceBankAccountEndpoint>,
  now: Date,
  house: House,
): Promise<string> {
  const old = await lockBankAccount(trx, actor, id)
  requireLiving(old)
  // What was paid to the old one is paid to the new one, in the same currency.
  if (typed.currency_code !== old.currency_code)
    throw new Refusal('currency_mismatch', {
      'body.currency_code': 'currency_mismatch',
      ...{ expected: old.currency_code, given: typed.currency_code },
    })
  const { merchant_id, organisation_id } = old
  // Before the new one, which may be the same account under another name.
  await trx
    .updateTable('bank_account')
    .set({ status: 'DISABLED', disabled_at: sql<string>`engine_now()`, disabled_by: shownName(actor) })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
  const place = { merchant_id, organisation_id, replaces: id }
  const made = await insertBankAccount(trx, actor, place, typed, now, house)
  await passToAccount(trx, old, made)
  await warnOfAccount(trx, { merchant_id, organisation_id, id: made }, house.warning)
  return made
}
