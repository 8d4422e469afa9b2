import { createHash } from 'node:crypto'
import { documentLimits, livingStatuses } from '@kontor/contract/bank-accounts/bank-account.rules'
import type { BankAccountDocument } from '@kontor/contract/bank-accounts/bank-account.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { type Actor, shownName } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { typeOfDocument } from '../../platform/http/document-file.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { sealBytes } from '../../platform/secrets/sealed.ts'
import { lockBankAccount, type StoredBankAccount } from '../locked-bank-account.ts'
import { refuseKnown } from '../new-bank-account.ts'
import { listDocuments, placeOfDocument } from './kept-documents.ts'

/**
 * Adds a document that proves an account, sealed. Its bytes decide its type; the same document again gives the existing one. The
 * account then waits for the provider, also one that was rejected.
 */
export async function addBankAccountDocument(
  trx: Trx,
  actor: Actor,
  id: string,
  file: { name: string; content: Buffer },
  now: Date,
  masterKey: string,
): Promise<BankAccountDocument> {
  const content_type = typeOfDocument(file.content)
  if (!content_type) throw new Refusal('document_refused', { body: 'not_pdf_jpeg_png' })
  await refuseCardNumber(trx, 'headers.x-file-name', file.name)
  const account = await lockBankAccount(trx, actor, id)
  requireUndecided(account)
  const sha256 = createHash('sha256').update(file.content).digest('hex')
  const before = await trx
    .selectFrom('bank_account_document')
    .select(['id', 'sha256'])
    .where('merchant_id', '=', account.merchant_id)
    .where('bank_account_id', '=', id)
    .execute()
  const same = before.find((one) => one.sha256 === sha256)?.id
  if (!same && before.length >= documentLimits.files)
    throw new Refusal('documents_full', { most: documentLimits.files })
  const made = same ?? (await insert(trx, actor, account, { ...file, content_type, sha256 }, now, masterKey))
  await askProvider(trx, account)
  const found = (await listDocuments(trx, account)).find((one) => one.id === made)
  if (!found) throw new Error(`document ${made} is not there`)
  return found
}

/** An account about which the provider has decided keeps its documents as they are; a rejected one may get better ones. */
export function requireUndecided({ status }: StoredBankAccount): void {
  if (status === 'VERIFIED' || status === 'DISABLED') throw new Refusal('bank_account_decided', { status })
}

async function insert(
  trx: Trx,
  actor: Actor,
  { merchant_id, id: bank_account_id }: StoredBankAccount,
  { content, ...file }: { name: string; content: Buffer; content_type: string; sha256: string },
  now: Date,
  masterKey: string,
): Promise<string> {
  const { id, created_at } = newId(now)
  await trx
    .insertInto('bank_account_document')
    .values({
      ...file,
      merchant_id,
      id,
      bank_account_id,
      created_at,
      size: content.length,
      created_by: shownName(actor),
      created_by_id: actor.id,
    })
    .execute()
  const sealed = sealBytes(masterKey, placeOfDocument({ merchant_id, id }), content)
  await trx.insertInto('bank_account_file').values({ merchant_id, document_id: id, content: sealed }).execute()
  return id
}

async function askProvider(trx: Trx, { merchant_id, id, status }: Locked<StoredBankAccount>): Promise<void> {
  if (status === 'PENDING') return
  await trx
    .updateTable('bank_account')
    .set({ status: 'PENDING' })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
    // The same account was added again after this one was rejected.
    .catch((error) => (livingStatuses.includes(status) ? Promise.reject(error) : refuseKnown(error)))
}
