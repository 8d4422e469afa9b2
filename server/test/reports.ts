import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { readOperation } from '../src/engine/outbox/operation.ts'
import { closeJob } from '../src/engine/outbox/outbox.ts'
import { amountOf, lockSubject } from '../src/engine/outbox/subject.ts'
import type { Applied } from '../src/engine/outcome/applied.ts'
import { applyOutcome } from '../src/engine/outcome/apply-outcome.ts'
import { engineActor } from '../src/platform/db/actor.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { credential, type TestApp } from './harness.ts'

export const reportedMoney = { amount: 5_000, currency_code: 'EUR' }

/** Notifies Kontor of a payment, as the sandbox does. */
export async function notifyOfPayment(
  kontor: TestApp,
  merchant: string,
  reference: string,
  status: string,
  more: object = {},
): Promise<number> {
  const id = `ntf_${randomUUID()}`
  const at = new Date()
  const known = await kontor.databases.provider
    .selectFrom('transaction')
    .select('processor_id_external')
    .where('merchant_id', '=', merchant)
    .where('id', '=', reference)
    .executeTakeFirst()
  const payment_id = known?.processor_id_external ?? (await idAtSandbox(kontor, reference)) ?? `pay_${reference}`
  const ids = { id: payment_id, payment_id, reference }
  const data = { kind: 'payment', ...ids, status, ...reportedMoney, ...more }
  const body = JSON.stringify({ type: 'payment', timestamp: at.toISOString(), data })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(credential.notification_secret).sign(id, at, body),
  }
  return (await fetch(`${kontor.url}/v1/processornotification/${merchant}`, { method: 'POST', headers, body })).status
}

/** The sandbox's id of a payment whose reply was lost. Undefined: it has none. */
async function idAtSandbox({ sandboxStoreUrl }: TestApp, reference: string): Promise<string | undefined> {
  const store = new pg.Client(sandboxStoreUrl)
  await store.connect()
  const { rows } = await store.query('select id from payment where reference = $1', [reference])
  await store.end()
  return rows[0]?.id
}

/** Applies what the processor says of the last order of a payment that has this topic. */
export async function reportOutcome(
  kontor: TestApp,
  merchant: string,
  id: string,
  topic: string,
  outcome: object,
): Promise<Applied> {
  const job = await kontor.databases.provider
    .selectFrom('outbox')
    .select('id')
    .where('transaction_id', '=', id)
    .where('topic', '=', `processor.${topic}`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return reportOrder(kontor, merchant, job.id, outcome)
}

/** Applies what the processor says of an order, and ends the job of one that is over. */
export const reportOrder = (kontor: TestApp, merchant: string, id: string, outcome: object): Promise<Applied> =>
  inTransaction(kontor.databases, engineActor(merchant, 'processor'), async (trx): Promise<Applied> => {
    const job = await trx.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const operation = readOperation(job)
    if (operation.topic === 'processor.revoke_card') throw new Error('an order about a card')
    const subject = await lockSubject(trx, operation)
    if (!subject) throw new Error('an order about nothing')
    const whole = { processor_id_external: `ext_${job.id}`, ...outcome }
    // Tests put outcomes together from parts, which the compiler cannot follow.
    const found = { kind: subject.kind, amount: amountOf(subject), outcome: whole } as never
    const applied = await applyOutcome(trx, subject, found, new Date())
    if (applied.isOver) await closeJob(trx, operation, 'said by a test')
    return applied
  })

/** What a processor says that takes a success back. */
export const undone = { status: 'FAILED', reason: 'capture_failed', undone: true }
