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
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { checkoutDesignSource } from './checkout-design.rows.ts'
import { checkCss } from './design-css.ts'
import { designStylesheet } from './design-stylesheet.ts'
import { createCheckoutDesign, deleteCheckoutDesign, updateCheckoutDesign } from './save-checkout-design.ts'

/** Registers the list and the commands of checkout designs. */
export function checkoutDesignRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, checkoutDesignSource)
  route(app, services, createCheckoutDesignEndpoint, createCheckoutDesignSchemas, async (trx, { actor, body, now }) =>
    rowOf(trx, actor, await createCheckoutDesign(trx, actor, body, now)),
  )
  route(app, services, updateCheckoutDesignEndpoint, updateCheckoutDesignSchemas, async (trx, { actor, id, body }) => {
    await updateCheckoutDesign(trx, actor, id, body)
    return rowOf(trx, actor, id)
  })
  route(app, services, deleteCheckoutDesignEndpoint, deleteCheckoutDesignSchemas, async (trx, { actor, id, now }) => {
    await deleteCheckoutDesign(trx, actor, id, now)
    return { answer: null }
  })
  route(app, services, previewCheckoutDesignEndpoint, previewCheckoutDesignSchemas, async (_trx, { body }) => ({
    answer: { stylesheet: designStylesheet(body), css_problems: [...checkCss(body.css ?? '').problems] },
  }))
}

const rowOf = async (trx: Trx, actor: Actor, id: string) => ({
  answer: await requireRow(checkoutDesignSource, trx, actor, id),
})
