import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { openCredential, sealCredential } from '../../platform/secrets/sealed.ts'
import type { Authorization, Resumption } from '../outbox/operation.ts'
import { enqueueWith } from '../outbox/outbox.ts'
import { sealRequest } from '../outbox/sealed-request.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { digestOf } from './return-address.ts'
import type { Returned } from './what-came-along.ts'

/** More different returns of one payment are nothing that a gateway makes. */
const mostReturns = 20

type OfAuthorization = Pick<Authorization, 'merchant_id' | 'id'>

/** Keeps what a payer brought back. False: it was brought before, or too much was. The payment is locked. */
export async function keepReturn(
  trx: Trx,
  masterKey: string,
  { merchant_id, id }: OfAuthorization,
  returned: Returned,
): Promise<boolean> {
  const { count } = await trx
    .selectFrom('payment_return')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .where('operation_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count >= mostReturns) return false
  const content = JSON.stringify(Object.entries(returned))
  const digest = digestOf(masterKey, { merchant: merchant_id, operation: id }, content)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payment_return')
    .values({
      ...{ merchant_id, operation_id: id, digest },
      sealed: sealCredential(masterKey, placeOf({ merchant_id, id }), { ...returned }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

/**
 * Writes the order that resumes the payment with what its payer brought back first, unless one is open: then the end of that
 * one begins the next. The order has the content from its beginning. The payment is locked, and its outcome open.
 */
export async function beginResume(
  trx: Trx,
  masterKey: string,
  authorization: Authorization,
  { merchant_id, created_at, id: transaction_id, processor_id_external, ...transaction }: StoredTransaction,
  now: Date,
): Promise<{ merchant: string; job: string } | undefined> {
  if (await isUnderWay(trx, { merchant_id, transaction_id })) return undefined
  const returned = await takeReturn(trx, masterKey, authorization)
  if (!returned) return undefined
  const { id } = newId(now)
  const operation: Resumption = {
    ...{ merchant_id, id, transaction_created_at: created_at, transaction_id },
    ...{ topic: 'processor.resume', payload: { of: authorization.id } },
  }
  const request = {
    ...{ reference: id, of: authorization.id, returned },
    ...{ amount: transaction.amount, currency_code: transaction.currency_code },
    ...{ payment_product: transaction.payment_product, capture: authorization.payload.capture },
    ...(processor_id_external !== null && { payment_id: processor_id_external }),
  }
  const request_sealed = sealRequest(masterKey, operation, { to: 'resume', request })
  await enqueueWith(trx, operation, { request_sealed }, now)
  return { merchant: merchant_id, job: id }
}

async function isUnderWay(
  trx: Trx,
  { merchant_id, transaction_id }: { merchant_id: string; transaction_id: string },
): Promise<boolean> {
  const open = await trx
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('transaction_id', '=', transaction_id)
    .where('topic', '=', 'processor.resume')
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

async function takeReturn(trx: Trx, masterKey: string, of: OfAuthorization): Promise<Returned | undefined> {
  const next = await trx
    .selectFrom('payment_return')
    .select(['digest', 'sealed'])
    .where('merchant_id', '=', of.merchant_id)
    .where('operation_id', '=', of.id)
    .where('sealed', 'is not', null)
    .orderBy('returned_at')
    .limit(1)
    .executeTakeFirst()
  if (!next?.sealed) return undefined
  await trx
    .updateTable('payment_return')
    .set({ sealed: null })
    .where('merchant_id', '=', of.merchant_id)
    .where('operation_id', '=', of.id)
    .where('digest', '=', next.digest)
    .execute()
  return openCredential(masterKey, placeOf(of), next.sealed)
}

/** True: something that the payer brought back waits for the end of this resumption. */
export async function hasReturn(trx: Trx, { merchant_id, payload }: Resumption): Promise<boolean> {
  const next = await trx
    .selectFrom('payment_return')
    .select('digest')
    .where('merchant_id', '=', merchant_id)
    .where('operation_id', '=', payload.of)
    .where('sealed', 'is not', null)
    .executeTakeFirst()
  return next !== undefined
}

/** What nobody asked for any more is not kept. */
export async function forgetReturns(trx: Trx, { merchant_id, id }: OfAuthorization): Promise<void> {
  await trx
    .updateTable('payment_return')
    .set({ sealed: null })
    .where('merchant_id', '=', merchant_id)
    .where('operation_id', '=', id)
    .where('sealed', 'is not', null)
    .execute()
}

const placeOf = ({ merchant_id, id }: OfAuthorization) => ({ merchant: merchant_id, record: `${id}/return` })
