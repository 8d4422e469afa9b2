import { Refusal } from '@kontor/contract/refusal'
import type { Reader } from '../../platform/db/database.ts'
import type { UpdatableSettlement } from './updatable-settlement.ts'

/** The accounts of the provider that may have paid a settlement: that of its order, else those of the payout's currency, the usual one first. */
export function accountsFor(
  db: Reader,
  { payout_currency_code, order_account }: Pick<UpdatableSettlement, 'payout_currency_code' | 'order_account'>,
): Promise<{ id: string; name: string }[]> {
  const accounts = db
    .selectFrom('provider_bank_account')
    .select(['id', 'name'])
    .where('kind', '=', 'CLIENT_MONEY')
    .where('currency_code', '=', payout_currency_code)
    .orderBy('default', 'desc')
    .orderBy('created_at')
  return (order_account === null ? accounts : accounts.where('id', '=', order_account)).execute()
}

/** The account that was asked for, or the usual one. */
export function requireAccount(accounts: readonly { id: string }[], asked: string | undefined): string {
  const found = asked === undefined ? accounts[0] : accounts.find(({ id }) => id === asked)
  if (!found && asked !== undefined) throw new Refusal('invalid_request', { 'body.psp_bank_account': 'not_found' })
  if (!found) throw new Refusal('psp_bank_account_missing')
  return found.id
}
