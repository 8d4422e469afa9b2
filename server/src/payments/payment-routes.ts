import { refundTransactionEndpoint } from '@kontor/contract/payments/refund.endpoints'
import { refundTransactionSchemas } from '@kontor/contract/payments/refund.schemas'
import {
  cancelStuckOperationEndpoint,
  resolveStuckOperationEndpoint,
} from '@kontor/contract/payments/stuck-operation.endpoints'
import {
  cancelStuckOperationSchemas,
  resolveStuckOperationSchemas,
} from '@kontor/contract/payments/stuck-operation.schemas'
import {
  captureTransactionEndpoint,
  createTransactionEndpoint,
  voidTransactionEndpoint,
} from '@kontor/contract/payments/transaction.endpoints'
import {
  captureTransactionSchemas,
  createTransactionSchemas,
  voidTransactionSchemas,
} from '@kontor/contract/payments/transaction.schemas'
import { tagTransactionEndpoint, untagTransactionEndpoint } from '@kontor/contract/payments/transaction-tag.endpoints'
import { tagTransactionSchemas, untagTransactionSchemas } from '@kontor/contract/payments/transaction-tag.schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { describeCard } from '../decisions/facts/describe-card.ts'
import { logContradiction } from '../engine/contradictions/contradiction.ts'
import { awaitOutcome, type PaymentServices } from '../engine/outbox/await-outcome.ts'
import type { BegunPayment } from '../engine/outbox/operation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Call, route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import { preparing } from '../platform/http/preparing.ts'
import { type AnyRow, requireRow, type Source } from '../platform/rows/list.ts'
import { captureTransaction } from './capture-transaction.ts'
import { createTransaction } from './create-transaction.ts'
import { refundSource } from './refund.rows.ts'
import { refundTransaction } from './refund-transaction.ts'
import { cancelStuckOperation } from './stuck/cancel-stuck-operation.ts'
import { resolveStuckOperation } from './stuck/resolve-stuck-operation.ts'
import { stuckOperationSource } from './stuck/stuck-operation.rows.ts'
import { tagTransaction } from './tag-transaction.ts'
import { transactionSource } from './transaction.rows.ts'
import { untagTransaction } from './untag-transaction.ts'
import { voidTransaction } from './void-transaction.ts'

/** The lists and commands of transactions and refunds, and of their orders that got stuck. */
export function paymentRoutes(app: FastifyInstance, services: PaymentServices): void {
  for (const source of [transactionSource, refundSource, stuckOperationSource]) entityRoutes(app, services, source)

  const card = preparing(({ actor, body }: Call<typeof createTransactionEndpoint>) =>
    describeCard(services, actor, { ...body, profileOf: async () => body.payment_profile }),
  )
  route(
    app,
    services,
    createTransactionEndpoint,
    createTransactionSchemas,
    async (trx, call) => {
      const { actor, body, now } = call
      const described = card.learnt(call)
      const asked = { by: 'shop' as const, return_url: body.return_url }
      return paymentDone(services, trx, actor, await createTransaction(trx, actor, { ...body, asked, described }, now))
    },
    {
      plans: () => 'repeated',
      prepare: card.prepare,
    },
  )
  route(app, services, captureTransactionEndpoint, captureTransactionSchemas, async (trx, { actor, id, body, now }) =>
    paymentDone(services, trx, actor, await captureTransaction(trx, actor, id, body, now)),
  )
  route(app, services, voidTransactionEndpoint, voidTransactionSchemas, async (trx, { actor, id, now }) =>
    paymentDone(services, trx, actor, await voidTransaction(trx, actor, id, now)),
  )
  const tagging =
    (run: typeof tagTransaction) =>
    async (trx: Trx, { actor, id, body }: { actor: Actor; id: string; body: { tag: string } }) => {
      await run(trx, actor, id, body)
      return { answer: await requireRow(transactionSource, trx, actor, id) }
    }
  route(app, services, tagTransactionEndpoint, tagTransactionSchemas, tagging(tagTransaction))
  route(app, services, untagTransactionEndpoint, untagTransactionSchemas, tagging(untagTransaction))
  route(app, services, refundTransactionEndpoint, refundTransactionSchemas, async (trx, { actor, id, body, now }) => {
    const begun = await refundTransaction(trx, actor, id, body, now)
    const job = { merchant: begun.merchant, job: begun.refund }
    return awaitOutcome(services, trx, job, (at) => requireRow(refundSource, at, actor, begun.refund))
  })
  route(app, services, cancelStuckOperationEndpoint, cancelStuckOperationSchemas, async (trx, { actor, id, now }) => {
    const begun = await cancelStuckOperation(trx, actor, id, now)
    return awaitOutcome(services, trx, begun, (at) => requireRow(stuckOperationSource, at, actor, id))
  })
  route(app, services, resolveStuckOperationEndpoint, resolveStuckOperationSchemas, async (trx, call) => {
    const { actor, id, body, now, request } = call
    const contradiction = await resolveStuckOperation(trx, actor, id, body, now, services.gateways.masterKey)
    const answer = await requireRow(stuckOperationSource, trx, actor, id)
    return contradiction ? { answer, begin: async () => logContradiction(request.log, contradiction) } : { answer }
  })
}

async function paymentDone(services: PaymentServices, trx: Trx, actor: Actor, begun: BegunPayment) {
  const answer = (at: Trx) => paymentAnswer(at, actor, begun.transaction)
  const { job } = begun
  return job === null ? { answer: await answer(trx) } : awaitOutcome(services, trx, { ...begun, job }, answer)
}

/** The transaction, with `redirect_url` while the payer has to go on there. */
async function paymentAnswer(trx: Trx, actor: Actor, id: string): Promise<AnyRow> {
  const { redirect_url, ...row } = await requireRow(withRedirect, trx, actor, id)
  return redirect_url === null ? row : { ...row, redirect_url }
}

const withRedirect: Source = {
  ...transactionSource,
  rows: (db, actor) => sql`
    select shown.*, t.redirect_url from (${transactionSource.rows(db, actor)}) as shown
    join transaction t on t.merchant_id = shown.merchant and t.created_at = shown.created_at and t.id = shown.id`,
}
