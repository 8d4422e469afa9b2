import {
  createCheckoutDesignEndpoint,
  deleteCheckoutDesignEndpoint,
  previewCheckoutDesignEndpoint,
  updateCheckoutDesignEndpoint,
} from '@kontor/contract/checkout/checkout-design.endpoints'
import {
  createCheckoutDesignSchemas,
  deleteCheckoutDesignSchemas,
  previewCheckoutDesignSchemas,
  updateCheckoutDesignSchemas,
} from '@kontor/contract/checkout/checkout-design.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { checkoutDesignSource } from './checkout-design.rows.ts'
import { createCheckoutDesign } from './create-checkout-design.ts'
import { deleteCheckoutDesign } from './delete-checkout-design.ts'
import { previewCheckoutDesign } from './preview-checkout-design.ts'
import { updateCheckoutDesign } from './update-checkout-design.ts'

/** Registers the list and the commands of checkout designs. */
export function checkoutDesignRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, checkoutDesignSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(checkoutDesignSource, trx, actor, id)
  const answer = answerRow(read)
  route(
    app,
    services,
    createCheckoutDesignEndpoint,
    createCheckoutDesignSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await read(trx, actor, await createCheckoutDesign(trx, actor, body, now)),
    }),
  )
  route(
    app,
    services,
    updateCheckoutDesignEndpoint,
    updateCheckoutDesignSchemas,
    answer((trx, { actor, id, body }) => updateCheckoutDesign(trx, actor, id, body)),
  )
  route(app, services, deleteCheckoutDesignEndpoint, deleteCheckoutDesignSchemas, async (trx, { actor, id, now }) => {
    await deleteCheckoutDesign(trx, actor, id, now)
    return { answer: null }
  })
  route(app, services, previewCheckoutDesignEndpoint, previewCheckoutDesignSchemas, async (_trx, { body }) => ({
    answer: previewCheckoutDesign(body),
  }))
}
