import type { rejectBankAccountEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockBankAccount, requireLiving } from './locked-bank-account.ts'
import { decide } from './verify-bank-account.ts'

/** Rejects an account, also one that was verified before. Nothing is paid to it any more; another document asks again. */
export async function rejectBankAccount(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof rejectBankAccountEndpoint>,
): Promise<void> {
  const account = await lockBankAccount(trx, actor, id)
  requireLiving(account)
  await decide(trx, actor, account, 'REJECTED', reason.trim())
}
