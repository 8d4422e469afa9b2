import { acceptChargebackCommand, disputeChargebackCommand } from '@kontor/contract/payments/chargeback.commands'
import { refundTransactionCommand } from '@kontor/contract/payments/refund.commands'
import {
  captureTransactionCommand,
  createTransactionCommand,
  voidTransactionCommand,
} from '@kontor/contract/payments/transaction.commands'
import { tagTransactionCommand, untagTransactionCommand } from '@kontor/contract/payments/transaction-tag.commands'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import { type Call, command, type Done } from '../platform/command.ts'
import { inTransaction, type Trx } from '../platform/database.ts'
import { entityRoutes } from '../platform/entity-routes.ts'
import { type AnyRow, getRow, type Source } from '../platform/list.ts'
import type { Services } from '../platform/services.ts'
import type { GatewaySettings } from '../processors/connections.ts'
import { acceptChargeback, type BegunAnswer, disputeChargeback } from './answer-chargeback.ts'
import { atMost } from './at-most.ts'
import { cardSource } from './card.rows.ts'
import { chargebackSource } from './chargeback.rows.ts'
import { createTransaction } from './create-transaction.ts'
import { type BegunOperation, captureTransaction, voidTransaction } from './follow-up.ts'
import type { OutboxWorker } from './outbox-worker.ts'
import { refundSource } from './refund.rows.ts'
import { refundTransaction } from './refund-transaction.ts'
import { tagSource } from './tag.rows.ts'
import { tagTransaction, untagTransaction } from './tag-transaction.ts'
import { transactionSource } from './transaction.rows.ts'

export interface PaymentServices extends Services {
  readonly worker: OutboxWorker
  readonly gateways: GatewaySettings
  /** How long a caller waits for the processor's outcome before it gets the intent instead. */
  readonly outcomeWait_ms: number
}

/** Lists and commands of transactions, refunds and chargebacks, and the lists of cards and tags. */
export function paymentRoutes(app: FastifyInstance, services: PaymentServices): void {
  for (const source of [transactionSource, refundSource, chargebackSource, cardSource, tagSource])
    entityRoutes(app, services, source)

  command(app, services, createTransactionCommand, async (trx, { actor, body, now }) =>
    paymentDone(services, trx, actor, await createTransaction(trx, actor, body, now)),
  )
  command(app, services, captureTransactionCommand, async (trx, { actor, id, body, now }) =>
    paymentDone(services, trx, actor, await captureTransaction(trx, actor, id, body.amount, now)),
  )
  command(app, services, voidTransactionCommand, async (trx, { actor, id, now }) =>
    paymentDone(services, trx, actor, await voidTransaction(trx, actor, id, now)),
  )
  const tagging =
    (run: typeof tagTransaction) =>
    async (trx: Trx, { actor, id, body }: Call<typeof tagTransactionCommand>) => {
      await run(trx, actor, id, body.tag)
      return { answer: await rowOf(transactionSource, trx, actor, id) }
    }
  command(app, services, tagTransactionCommand, tagging(tagTransaction))
  command(app, services, untagTransactionCommand, tagging(untagTransaction))
  command(app, services, refundTransactionCommand, async (trx, { actor, id, body, now }) => {
    const begun = await refundTransaction(trx, actor, { transaction: id, ...body }, now)
    return done(services, trx, actor, { merchant: begun.merchant, job: begun.refund }, (at) =>
      rowOf(refundSource, at, actor, begun.refund),
    )
  })
}

/** What is done about a chargeback. */
export function chargebackRoutes(app: FastifyInstance, services: PaymentServices): void {
  const answered = (trx: Trx, actor: Actor, begun: BegunAnswer) =>
    done(services, trx, actor, begun, (at) => rowOf(chargebackSource, at, actor, begun.chargeback))
  command(app, services, acceptChargebackCommand, async (trx, { actor, id, now }) =>
    answered(trx, actor, await acceptChargeback(trx, actor, id, now)),
  )
  command(app, services, disputeChargebackCommand, async (trx, { actor, id, body, now }) =>
    answered(trx, actor, await disputeChargeback(trx, actor, id, body.explanation, now)),
  )
}

const paymentDone = (services: PaymentServices, trx: Trx, actor: Actor, begun: BegunOperation) =>
  done(services, trx, actor, begun, (at) => paymentAnswer(at, actor, begun.transaction))

/** The answer as it stands now, and the better one once the job was tried. */
async function done(
  services: PaymentServices,
  trx: Trx,
  actor: Actor,
  job: { merchant: string; job: string },
  read: (trx: Trx) => Promise<AnyRow>,
): Promise<Done<AnyRow>> {
  return {
    answer: await read(trx),
    begin: () => services.worker.doNow(job.merchant, job.job),
    outcome: async (begun) => {
      await atMost(services.outcomeWait_ms, begun)
      return inTransaction(services.databases, actor, read)
    },
  }
}

async function rowOf(source: Source, trx: Trx, actor: Actor, id: string): Promise<AnyRow> {
  const row = await getRow(source, trx, actor, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** The transaction, and where the payer has to go on while that is awaited. */
async function paymentAnswer(trx: Trx, actor: Actor, id: string): Promise<AnyRow> {
  const row = await rowOf(transactionSource, trx, actor, id)
  const { redirect_url } = await trx
    .selectFrom('transaction')
    .select('redirect_url')
    .where('merchant_id', '=', String(row['merchant']))
    .where('created_at', '=', String(row['created_at']))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return redirect_url === null ? row : { ...row, redirect_url }
}
