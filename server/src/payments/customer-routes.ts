import { revokeCardCommand } from '@kontor/contract/payments/card.commands'
import {
  createCustomerCommand,
  deleteCustomerCommand,
  eraseCustomerCommand,
  updateCustomerCommand,
} from '@kontor/contract/payments/customer.commands'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import { command } from '../platform/command.ts'
import type { Trx } from '../platform/database.ts'
import { entityRoutes } from '../platform/entity-routes.ts'
import { getRow } from '../platform/list.ts'
import { forgetMails } from '../platform/mail/outbox.ts'
import { cardSource } from './card.rows.ts'
import { customerSource } from './customer.rows.ts'
import { customerReads } from './customer-reads.ts'
import type { PaymentServices } from './payment-routes.ts'
import { deleteCustomer, eraseCustomer } from './remove-customer.ts'
import { revokeCard } from './revoke-card.ts'
import { createCustomer, updateCustomer } from './save-customer.ts'

export function customerRoutes(app: FastifyInstance, services: PaymentServices): void {
  const { masterKey } = services.gateways
  customerReads(app, services)
  entityRoutes(app, services, customerSource)

  command(app, services, createCustomerCommand, async (trx, { actor, body, now }) =>
    answer(trx, actor, await createCustomer(trx, actor, masterKey, body, now)),
  )
  command(app, services, updateCustomerCommand, async (trx, { actor, id, body }) => {
    await updateCustomer(trx, actor, masterKey, id, body)
    return answer(trx, actor, id)
  })
  command(app, services, eraseCustomerCommand, async (trx, { actor, id, now }) => {
    const { merchant, address } = await eraseCustomer(trx, actor, id, now)
    // By another connection, and before the commit: if it fails, the erasing fails with it.
    if (address) await forgetMails(services.databases.provider, masterKey, { merchant, address }, now)
    return answer(trx, actor, id)
  })
  command(app, services, deleteCustomerCommand, async (trx, { actor, id }) => {
    await deleteCustomer(trx, actor, id)
    return { answer: undefined }
  })
  command(app, services, revokeCardCommand, async (trx, { actor, id, now }) => {
    const begun = await revokeCard(trx, actor, id, now)
    const tell = async () => begun && services.worker.doNow(begun.merchant, begun.job)
    return { answer: await getRow(cardSource, trx, actor, id), begin: tell }
  })
}

async function answer(trx: Trx, actor: Actor, id: string) {
  const row = await getRow(customerSource, trx, actor, id)
  if (!row) throw new Refusal('not_found')
  return { answer: row }
}
