import { revokeCardEndpoint } from '@kontor/contract/customers/card.endpoints'
import { revokeCardSchemas } from '@kontor/contract/customers/card.schemas'
import {
  createCustomerEndpoint,
  deleteCustomerEndpoint,
  eraseCustomerEndpoint,
  updateCustomerEndpoint,
} from '@kontor/contract/customers/customer.endpoints'
import {
  createCustomerSchemas,
  deleteCustomerSchemas,
  eraseCustomerSchemas,
  updateCustomerSchemas,
} from '@kontor/contract/customers/customer.schemas'
import type { FastifyInstance } from 'fastify'
import type { PaymentServices } from '../engine/outbox/await-outcome.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import { forgetMails } from '../platform/mail/outbox.ts'
import { requireRow } from '../platform/rows/list.ts'
import { cardSource } from './card.rows.ts'
import { createCustomer } from './create-customer.ts'
import { customerSource } from './customer.rows.ts'
import { customerReads } from './customer-reads.ts'
import { deleteCustomer } from './delete-customer.ts'
import { eraseCustomer } from './erase-customer.ts'
import { forgetAnswers } from './kept-answers.ts'
import { revokeCard } from './revoke-card.ts'
import { updateCustomer } from './update-customer.ts'

interface CustomerServices extends PaymentServices {
  /** Ends what a customer is to be charged for later. */
  readonly endCharges: (trx: Trx, of: { merchant: string; customer: string }, now: Date) => Promise<void>
}

export function customerRoutes(app: FastifyInstance, services: CustomerServices): void {
  const { masterKey } = services.gateways
  // Only the provider's role may change mails, and answers that its staff were given. It uses another connection before the
  // commit: if that fails, the command fails too.
  const asProvider = (trx: Trx, actor: Actor) => (actor.scope.merchant === null ? trx : services.databases.provider)
  customerReads(app, services)
  for (const source of [customerSource, cardSource]) entityRoutes(app, services, source)

  route(app, services, createCustomerEndpoint, createCustomerSchemas, async (trx, { actor, body, now }) =>
    answer(trx, actor, await createCustomer(trx, actor, body, now, masterKey)),
  )
  route(app, services, updateCustomerEndpoint, updateCustomerSchemas, async (trx, { actor, id, body }) => {
    await updateCustomer(trx, actor, id, body, masterKey)
    return answer(trx, actor, id)
  })
  route(app, services, eraseCustomerEndpoint, eraseCustomerSchemas, async (trx, { actor, id, now }) => {
    const known = await requireRow(customerSource, trx, actor, id)
    // The customer is locked last, as by whatever charges for a subscription.
    await services.endCharges(trx, { merchant: String(known.merchant), customer: id }, now)
    const { merchant, address } = await eraseCustomer(trx, actor, id, now)
    const db = asProvider(trx, actor)
    if (address) await forgetMails(db, masterKey, { merchant, address }, now)
    await forgetAnswers(db, merchant, id)
    return answer(trx, actor, id)
  })
  route(app, services, deleteCustomerEndpoint, deleteCustomerSchemas, async (trx, { actor, id }) => {
    const { merchant } = await deleteCustomer(trx, actor, id)
    await forgetAnswers(asProvider(trx, actor), merchant, id)
    return { answer: undefined }
  })
  route(app, services, revokeCardEndpoint, revokeCardSchemas, async (trx, { actor, id, now }) => {
    const begun = await revokeCard(trx, actor, id, now)
    const tell = async () => begun && services.worker.doNow(begun.merchant, begun.job)
    return { answer: await requireRow(cardSource, trx, actor, id), begin: tell }
  })
}

const answer = async (trx: Trx, actor: Actor, id: string) => ({
  answer: await requireRow(customerSource, trx, actor, id),
})
