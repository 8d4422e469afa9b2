import {
  createCheckoutDesignCommand,
  deleteCheckoutDesignCommand,
  previewCheckoutDesignCommand,
  updateCheckoutDesignCommand,
} from '@kontor/contract/checkout/checkout-design.commands'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import { command } from '../platform/command.ts'
import type { Trx } from '../platform/database.ts'
import { entityRoutes } from '../platform/entity-routes.ts'
import { getRow } from '../platform/list.ts'
import type { Services } from '../platform/services.ts'
import { checkoutDesignSource } from './checkout-design.rows.ts'
import { checkCss } from './design-css.ts'
import { designStylesheet } from './design-stylesheet.ts'
import { createCheckoutDesign, deleteCheckoutDesign, updateCheckoutDesign } from './save-checkout-design.ts'

/** The list and the commands of checkout designs. */
export function checkoutDesignRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, checkoutDesignSource)
  command(app, services, createCheckoutDesignCommand, async (trx, { actor, body, now }) =>
    rowOf(trx, actor, await createCheckoutDesign(trx, actor, body, now)),
  )
  command(app, services, updateCheckoutDesignCommand, async (trx, { actor, id, body }) => {
    await updateCheckoutDesign(trx, actor, id, body)
    return rowOf(trx, actor, id)
  })
  command(app, services, deleteCheckoutDesignCommand, async (trx, { actor, id, now }) => {
    await deleteCheckoutDesign(trx, actor, id, now)
    return { answer: null }
  })
  command(app, services, previewCheckoutDesignCommand, async (_trx, { body }) => ({
    answer: { stylesheet: designStylesheet(body), css_problems: checkCss(body.css ?? '').problems },
  }))
}

async function rowOf(trx: Trx, actor: Actor, id: string) {
  const answer = await getRow(checkoutDesignSource, trx, actor, id)
  if (!answer) throw new Refusal('not_found')
  return { answer }
}
