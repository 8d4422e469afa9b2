import type { verifyBankAccountEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { checksThatNeedReason, type NameCheck } from '@kontor/contract/bank-accounts/bank-account.rules'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, shownName } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { lockBankAccount, type StoredBankAccount } from './locked-bank-account.ts'
import { recordReading } from './readings.ts'

/**
 * Verifies an account, on documents that are named and put on record. Another person does it than those who added the account and
 * its documents; a name that the bank does not know forbids it, and one of which the bank is not sure needs a reason.
 */
export async function verifyBankAccount(
  trx: Trx,
  actor: Actor,
  id: string,
  { documents, reason }: ReadBody<typeof verifyBankAccountEndpoint>,
  now: Date,
): Promise<void> {
  const account = await lockBankAccount(trx, actor, id)
  if (account.status !== 'PENDING') throw new Refusal('bank_account_not_pending', { status: account.status })
  const proofs = await proofsOf(trx, account)
  const handedIn = proofs.map(({ created_by_id }) => created_by_id)
  if ([account.created_by_id, ...handedIn].includes(actor.id)) throw new Refusal('same_person')
  const looked = proofs.filter((proof) => documents.includes(proof.id))
  if (looked.length < new Set(documents).size) throw new Refusal('invalid_request', { 'body.documents': 'not_found' })
  // The CHECK constraint allows only these words.
  const check = account.name_check as NameCheck | null
  if (check === null || check === 'NO_MATCH') throw new Refusal('name_check_failed')
  const said = reason?.trim() || null
  if (said === null && checksThatNeedReason.includes(check))
    throw new Refusal('invalid_request', { 'body.reason': 'required' })
  await decide(trx, actor, account, 'VERIFIED', said)
  for (const { name } of looked) await recordReading(trx, actor, account, { what: 'verified', document: name }, now)
}

const proofsOf = (trx: Trx, { merchant_id, id }: Locked<StoredBankAccount>) =>
  trx
    .selectFrom('bank_account_document')
    .select(['id', 'name', 'created_by_id'])
    .where('merchant_id', '=', merchant_id)
    .where('bank_account_id', '=', id)
    .execute()

/** Writes the decision of the provider. */
export async function decide(
  trx: Trx,
  actor: Actor,
  { merchant_id, id }: Locked<StoredBankAccount>,
  status: 'VERIFIED' | 'REJECTED',
  reason: string | null,
): Promise<void> {
  await refuseCardNumber(trx, 'body.reason', reason ?? undefined)
  await trx
    .updateTable('bank_account')
    .set({
      status,
      reason,
      decided_at: sql<string>`engine_now()`,
      decided_by: shownName(actor),
      decided_by_id: actor.id,
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
