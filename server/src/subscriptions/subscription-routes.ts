import {
  createDiscountEndpoint,
  deleteDiscountEndpoint,
  updateDiscountEndpoint,
} from '@kontor/contract/subscriptions/discount.endpoints'
import {
  createDiscountSchemas,
  deleteDiscountSchemas,
  updateDiscountSchemas,
} from '@kontor/contract/subscriptions/discount.schemas'
import {
  createPlanEndpoint,
  deletePlanEndpoint,
  updatePlanEndpoint,
} from '@kontor/contract/subscriptions/plan.endpoints'
import { createPlanSchemas, deletePlanSchemas, updatePlanSchemas } from '@kontor/contract/subscriptions/plan.schemas'
import {
  addDiscountEndpoint,
  cancelSubscriptionEndpoint,
  createSubscriptionEndpoint,
  removeAttachedDiscountEndpoint,
  updateSubscriptionEndpoint,
} from '@kontor/contract/subscriptions/subscription.endpoints'
import {
  addDiscountSchemas,
  cancelSubscriptionSchemas,
  createSubscriptionSchemas,
  removeAttachedDiscountSchemas,
  subscriptionReply,
  updateSubscriptionSchemas,
} from '@kontor/contract/subscriptions/subscription.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { createSubscription } from './create-subscription.ts'
import { addDiscount } from './discounts/add-discount.ts'
import { createDiscount } from './discounts/create-discount.ts'
import { deleteDiscount } from './discounts/delete-discount.ts'
import { discountSource } from './discounts/discount.rows.ts'
import { removeAttachedDiscount } from './discounts/remove-attached-discount.ts'
import { updateDiscount } from './discounts/update-discount.ts'
import { createPlan } from './plans/create-plan.ts'
import { deletePlan } from './plans/delete-plan.ts'
import { planSource } from './plans/plan.rows.ts'
import { updatePlan } from './plans/update-plan.ts'
import { subscriptionSource } from './subscription.rows.ts'
import { type Addresses, subscriptionAnswer, withDetails } from './subscription-answer.ts'
import type { Tell } from './tell-update.ts'
import { updateSubscription } from './update-subscription.ts'

export interface SubscriptionServices extends Services, Addresses {
  readonly tell: Tell
  /** Called after a commit that may have written a mail. */
  readonly nudgeMail: () => void
}

/** Registers the lists and commands of plans, subscriptions and discounts. */
export function subscriptionRoutes(app: FastifyInstance, services: SubscriptionServices): void {
  entityRoutes(app, services, planSource)
  entityRoutes(app, services, discountSource)
  entityRoutes(app, services, subscriptionSource, subscriptionReply, (trx, rows) => withDetails(trx, services, rows))
  planCommands(app, services)
  discountCommands(app, services)
  subscriptionCommands(app, services)
}

function planCommands(app: FastifyInstance, services: SubscriptionServices): void {
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(planSource, trx, actor, id)
  const answer = answerRow(read)
  route(app, services, createPlanEndpoint, createPlanSchemas, async (trx, { actor, body, now }) => ({
    answer: await read(trx, actor, await createPlan(trx, actor, body, now)),
  }))
  route(
    app,
    services,
    updatePlanEndpoint,
    updatePlanSchemas,
    answer((trx, { actor, id, body }) => updatePlan(trx, actor, id, body)),
  )
  route(app, services, deletePlanEndpoint, deletePlanSchemas, async (trx, { actor, id, now }) => {
    await deletePlan(trx, actor, id, now)
    return { answer: null }
  })
}

function discountCommands(app: FastifyInstance, services: SubscriptionServices): void {
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(discountSource, trx, actor, id)
  const answer = answerRow(read)
  route(app, services, createDiscountEndpoint, createDiscountSchemas, async (trx, { actor, body, now }) => ({
    answer: await read(trx, actor, await createDiscount(trx, actor, body, now)),
  }))
  route(
    app,
    services,
    updateDiscountEndpoint,
    updateDiscountSchemas,
    answer((trx, { actor, id, body }) => updateDiscount(trx, actor, id, body)),
  )
  route(app, services, deleteDiscountEndpoint, deleteDiscountSchemas, async (trx, { actor, id, now }) => {
    await deleteDiscount(trx, actor, id, now)
    return { answer: null }
  })
}

function subscriptionCommands(app: FastifyInstance, services: SubscriptionServices): void {
  const { tell } = services
  const read = (trx: Trx, actor: Actor, id: string) => subscriptionAnswer(trx, actor, services, id)
  const begin = async () => services.nudgeMail()
  const answer = answerRow(read, begin)
  route(app, services, createSubscriptionEndpoint, createSubscriptionSchemas, async (trx, { actor, body, now }) => ({
    answer: await read(trx, actor, await createSubscription(trx, actor, body, now, tell)),
    begin,
  }))
  route(
    app,
    services,
    updateSubscriptionEndpoint,
    updateSubscriptionSchemas,
    answer((trx, { actor, id, body, now }) => updateSubscription(trx, actor, id, body, now, tell)),
  )
  route(
    app,
    services,
    cancelSubscriptionEndpoint,
    cancelSubscriptionSchemas,
    answer((trx, { actor, id, now }) => cancelSubscription(trx, actor, id, now, tell)),
  )
  route(
    app,
    services,
    addDiscountEndpoint,
    addDiscountSchemas,
    answer((trx, { actor, id, params, now }) => addDiscount(trx, actor, id, params, now)),
  )
  route(
    app,
    services,
    removeAttachedDiscountEndpoint,
    removeAttachedDiscountSchemas,
    async (trx, { actor, id, params }) => {
      await removeAttachedDiscount(trx, actor, id, params)
      return { answer: null }
    },
  )
}
