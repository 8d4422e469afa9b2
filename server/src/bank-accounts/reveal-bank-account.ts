import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { seenBankAccount } from './locked-bank-account.ts'
import { recordReading } from './readings.ts'
import { openIban } from './sealed-iban.ts'

/** Opens the IBAN of an account and records who read it. */
export async function revealBankAccount(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
  masterKey: string,
): Promise<{ iban: string }> {
  const account = await seenBankAccount(trx, actor, id)
  await recordReading(trx, actor, account, { what: 'iban' }, now)
  return { iban: openIban(masterKey, { merchant: account.merchant_id, id }, account.iban) }
}
