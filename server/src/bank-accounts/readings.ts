import type { listBankAccountReadingsEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { type Actor, shownName } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { StoredBankAccount } from './locked-bank-account.ts'

type Reading = ReplyOf<typeof listBankAccountReadingsEndpoint>[number]

/** Records that somebody read a whole IBAN or a document, or verified the account on one, in the transaction that does so. */
export async function recordReading(
  trx: Trx,
  actor: Actor,
  { merchant_id, id: bank_account_id }: Pick<StoredBankAccount, 'merchant_id' | 'id'>,
  { what, document = null }: { what: Reading['what']; document?: string | null },
  now: Date,
): Promise<void> {
  const { id, created_at: at } = newId(now)
  await trx
    .insertInto('bank_account_reading')
    .values({ merchant_id, id, bank_account_id, at, what, document, by_name: shownName(actor), by_id: actor.id })
    .execute()
}

const mostShown = 200

export async function listReadings(
  db: Reader,
  { merchant_id, id }: Pick<StoredBankAccount, 'merchant_id' | 'id'>,
): Promise<Reading[]> {
  const rows = await db
    .selectFrom('bank_account_reading')
    .select(['at', 'what', 'document', 'by_name as by'])
    .where('merchant_id', '=', merchant_id)
    .where('bank_account_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  // A CHECK constraint allows only these words.
  return rows as Reading[]
}
