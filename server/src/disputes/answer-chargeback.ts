import { chargebackCan } from '@kontor/contract/disputes/chargeback.rules'
import type { ChargebackAnswer } from '@kontor/contract/processors/capabilities'
import { Refusal } from '@kontor/contract/refusal'
import { enqueue } from '../engine/outbox/outbox.ts'
import type { StoredChargeback } from '../engine/records/stored-chargeback.ts'
import { listEvidence } from '../engine/records/stored-evidence.ts'
import type { StoredTransaction } from '../engine/records/stored-transaction.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { takesAnswer } from '../processors/gateways.ts'
import { holdProcessor } from '../processors/hold-processor.ts'
import { lockChargeback } from './locked-chargeback.ts'

export interface BegunAnswer {
  merchant: string
  chargeback: string
  job: string
}

export async function answerChargeback(
  trx: Trx,
  actor: Actor,
  id: string,
  { answer, explanation }: { answer: ChargebackAnswer; explanation: string | null },
  now: Date,
): Promise<BegunAnswer> {
  const { transaction, chargeback } = await lockChargeback(trx, actor, id)
  if (chargeback.answer !== null && chargeback.status === 'OPEN') throw new Refusal('operation_in_progress')
  if (!chargebackCan[answer === 'ACCEPT' ? 'accept' : 'dispute'](chargeback)) throw new Refusal('chargeback_not_open')
  await requireSupport(trx, chargeback, transaction, answer)
  if (answer === 'DISPUTE') await requireCase(trx, actor, chargeback, now)
  await trx
    .updateTable('chargeback')
    .set({ answer, explanation, answered_at: now.toISOString(), answered_by: actor.name, status_reason: null })
    .where('merchant_id', '=', chargeback.merchant_id)
    .where('created_at', '=', chargeback.created_at)
    .where('id', '=', chargeback.id)
    .execute()
  await holdProcessor(trx, chargeback.processor_id)
  const job = newId(now).id
  await enqueue(
    trx,
    {
      merchant_id: chargeback.merchant_id,
      id: job,
      topic: answer === 'ACCEPT' ? 'processor.accept' : 'processor.dispute',
      transaction_created_at: transaction.created_at,
      transaction_id: transaction.id,
      chargeback_id: chargeback.id,
      payload: { asked_by: { kind: actor.kind, id: actor.id, name: actor.name } },
    },
    now,
  )
  return { merchant: chargeback.merchant_id, chargeback: chargeback.id, job }
}

async function requireSupport(
  trx: Trx,
  chargeback: StoredChargeback,
  transaction: StoredTransaction,
  answer: ChargebackAnswer,
): Promise<void> {
  const { gateway } = await trx
    .selectFrom('processor')
    .select('gateway')
    .where('merchant_id', '=', chargeback.merchant_id)
    .where('id', '=', chargeback.processor_id)
    .executeTakeFirstOrThrow()
  if (!takesAnswer({ gateway, payment_product: transaction.payment_product }, answer))
    throw new Refusal('chargeback_answer_not_supported')
}

/** Requires evidence, and a last day that is not yet over somewhere on earth: about that the processor decides. */
async function requireCase(trx: Trx, actor: Actor, chargeback: StoredChargeback, now: Date): Promise<void> {
  const today = new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10)
  if (chargeback.respond_by !== null && chargeback.respond_by < today) throw new Refusal('chargeback_deadline_over')
  const evidence = await listEvidence(trx, actor, chargeback)
  if (evidence.length === 0) throw new Refusal('evidence_required')
}
