import type { ReplyOf } from '@kontor/contract/endpoint'
import * as endpoints from '@kontor/contract/payouts/payout.endpoints'
import * as schemas from '@kontor/contract/payouts/payout.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { BankAccountServices } from '../bank-accounts/bank-account-services.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { type Call, route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import { requireRow } from '../platform/rows/list.ts'
import { onWire } from '../platform/sums.ts'
import { pspSettlementSource } from '../settlements/settlement.rows.ts'
import { approvePayout } from './approve-payout.ts'
import { getPayout } from './get-payout.ts'
import { approvePaymentOrder } from './orders/approve-payment-order.ts'
import { createPaymentOrder } from './orders/create-payment-order.ts'
import { paymentOrderSource } from './orders/payment-order.rows.ts'
import { downloadsOf, takePaymentOrderFile } from './orders/take-payment-order-file.ts'
import { withdrawPaymentOrder } from './orders/withdraw-payment-order.ts'
import { addBankStatement } from './statements/add-bank-statement.ts'
import { listBankEntries, listBankStatements } from './statements/list-bank-statements.ts'
import { takeBackPayout } from './take-back-payout.ts'

/** `services.clock` is the engine's: bank accounts become usable by it, and banking days are its days. */
export function payoutRoutes(app: FastifyInstance, services: BankAccountServices): void {
  settlementRoutesOfPayouts(app, services)
  orderRoutesOfPayouts(app, services)
  statementRoutes(app, services)
}

function settlementRoutesOfPayouts(app: FastifyInstance, services: BankAccountServices): void {
  const settlement = answerRow((trx: Trx, actor: Actor, id: string) => requireRow(pspSettlementSource, trx, actor, id))
  route(app, services, endpoints.getPayoutEndpoint, schemas.getPayoutSchemas, (trx, { actor, id }) =>
    getPayout(trx, actor, id),
  )
  route(
    app,
    services,
    endpoints.approvePayoutEndpoint,
    schemas.approvePayoutSchemas,
    settlement((trx, { actor, id, body, now }: Call<typeof endpoints.approvePayoutEndpoint>) =>
      approvePayout(trx, actor, id, body, now),
    ),
  )
  route(
    app,
    services,
    endpoints.takeBackPayoutEndpoint,
    schemas.takeBackPayoutSchemas,
    settlement((trx, { actor, id }: Call<typeof endpoints.takeBackPayoutEndpoint>) => takeBackPayout(trx, actor, id)),
  )
}

function orderRoutesOfPayouts(app: FastifyInstance, services: BankAccountServices): void {
  const { masterKey } = services
  entityRoutes(app, services, paymentOrderSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(paymentOrderSource, trx, actor, id)
  const order = answerRow(read)
  route(
    app,
    services,
    endpoints.createPaymentOrderEndpoint,
    schemas.createPaymentOrderSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await read(trx, actor, await createPaymentOrder(trx, actor, body, now, masterKey)),
    }),
  )
  route(
    app,
    services,
    endpoints.approvePaymentOrderEndpoint,
    schemas.approvePaymentOrderSchemas,
    order((trx, { actor, id, body, now }: Call<typeof endpoints.approvePaymentOrderEndpoint>) =>
      approvePaymentOrder(trx, actor, id, body, now),
    ),
  )
  route(
    app,
    services,
    endpoints.takePaymentOrderFileEndpoint,
    schemas.takePaymentOrderFileSchemas,
    async (trx, { actor, id, body, now }) => ({
      answer: await takePaymentOrderFile(trx, actor, id, body, now, masterKey),
    }),
  )
  route(
    app,
    services,
    endpoints.withdrawPaymentOrderEndpoint,
    schemas.withdrawPaymentOrderSchemas,
    order((trx, { actor, id, body }: Call<typeof endpoints.withdrawPaymentOrderEndpoint>) =>
      withdrawPaymentOrder(trx, actor, id, body),
    ),
  )
  route(
    app,
    services,
    endpoints.listPaymentOrderDownloadsEndpoint,
    schemas.listPaymentOrderDownloadsSchemas,
    async (trx, { actor, id }) => {
      await read(trx, actor, id)
      return downloadsOf(trx, id)
    },
  )
}

const xmlTypes = ['application/xml', 'text/xml', 'application/octet-stream'] as const

function statementRoutes(app: FastifyInstance, services: BankAccountServices): void {
  route(app, services, endpoints.listBankStatementsEndpoint, schemas.listBankStatementsSchemas, async (trx, { id }) =>
    onWire<ReplyOf<typeof endpoints.listBankStatementsEndpoint>>(await listBankStatements(trx, id)),
  )
  route(
    app,
    services,
    endpoints.addBankStatementEndpoint,
    schemas.addBankStatementSchemas,
    async (trx, { actor, id, now, request }) => {
      const { body } = request
      if (!Buffer.isBuffer(body) || body.length === 0) throw new Refusal('statement_unreadable', { problem: 'empty' })
      const answer = await addBankStatement(trx, actor, id, body, now, services.warning)
      return { answer, begin: async () => services.nudgeMail() }
    },
    { fileTypes: xmlTypes },
  )
  route(app, services, endpoints.listBankEntriesEndpoint, schemas.listBankEntriesSchemas, (trx, { id, params }) =>
    listBankEntries(trx, id, params.statement),
  )
}
