import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn, lockRow } from '../../platform/db/locked.ts'

/** An account of the provider, which nobody else changes until the transaction ends. */
export async function lockPspBankAccount(trx: Trx, id: string) {
  // Before the row, in the order of all who move the default.
  await inTurn(trx, 'provider bank account')
  const found = await lockRow(trx.selectFrom('provider_bank_account').selectAll().where('id', '=', id))
  if (!found) throw new Refusal('not_found')
  return found
}
