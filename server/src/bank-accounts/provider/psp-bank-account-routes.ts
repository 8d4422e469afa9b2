import {
  createPspBankAccountEndpoint,
  deletePspBankAccountEndpoint,
  updatePspBankAccountEndpoint,
} from '@kontor/contract/bank-accounts/psp-bank-account.endpoints'
import {
  createPspBankAccountSchemas,
  deletePspBankAccountSchemas,
  updatePspBankAccountSchemas,
} from '@kontor/contract/bank-accounts/psp-bank-account.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { createPspBankAccount } from './create-psp-bank-account.ts'
import { deletePspBankAccount } from './delete-psp-bank-account.ts'
import { pspBankAccountSource } from './psp-bank-account.rows.ts'
import { updatePspBankAccount } from './update-psp-bank-account.ts'

/** The provider's own bank accounts. */
export function pspBankAccountRoutes(app: FastifyInstance, services: Services): void {
  const { masterKey } = services
  entityRoutes(app, services, pspBankAccountSource)
  const row = (trx: Trx, actor: Actor, id: string) => requireRow(pspBankAccountSource, trx, actor, id)
  const changed = answerRow(row)
  route(app, services, createPspBankAccountEndpoint, createPspBankAccountSchemas, async (trx, { actor, body, now }) => {
    const id = await createPspBankAccount(trx, body, now, masterKey)
    return { answer: await row(trx, actor, id) }
  })
  route(
    app,
    services,
    updatePspBankAccountEndpoint,
    updatePspBankAccountSchemas,
    changed((trx, { id, body }) => updatePspBankAccount(trx, id, body)),
  )
  route(app, services, deletePspBankAccountEndpoint, deletePspBankAccountSchemas, async (trx, { id }) => {
    await deletePspBankAccount(trx, id)
    return { answer: null }
  })
}
