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
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow, type Source } from '../platform/rows/list.ts'
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

const rowOf = async (source: Source, trx: Trx, actor: Actor, id: string) => ({
  answer: await requireRow(source, trx, actor, id),
})

function planCommands(app: FastifyInstance, services: SubscriptionServices): void {
  route(app, services, createPlanEndpoint, createPlanSchemas, async (trx, { actor, body, now }) =>
    rowOf(planSource, trx, actor, await createPlan(trx, actor, body, now)),
  )
  route(app, services, updatePlanEndpoint, updatePlanSchemas, async (trx, { actor, id, body }) => {
    await updatePlan(trx, actor, id, body)
    return rowOf(planSource, trx, actor, id)
  })
  route(app, services, deletePlanEndpoint, deletePlanSchemas, async (trx, { actor, id, now }) => {
    await deletePlan(trx, actor, id, now)
    return { answer: null }
  })
}

function discountCommands(app: FastifyInstance, services: SubscriptionServices): void {
  route(app, services, createDiscountEndpoint, createDiscountSchemas, async (trx, { actor, body, now }) =>
    rowOf(discountSource, trx, actor, await createDiscount(trx, actor, body, now)),
  )
  route(app, services, updateDiscountEndpoint, updateDiscountSchemas, async (trx, { actor, id, body }) => {
    await updateDiscount(trx, actor, id, body)
    return rowOf(discountSource, trx, actor, id)
  })
  route(app, services, deleteDiscountEndpoint, deleteDiscountSchemas, async (trx, { actor, id, now }) => {
    await deleteDiscount(trx, actor, id, now)
    return { answer: null }
  })
}

function subscriptionCommands(app: FastifyInstance, services: SubscriptionServices): void {
  const { tell } = services
  const answered = async (trx: Trx, actor: Actor, id: string) => ({
    answer: await subscriptionAnswer(trx, actor, services, id),
    begin: async () => services.nudgeMail(),
  })
  route(app, services, createSubscriptionEndpoint, createSubscriptionSchemas, async (trx, { actor, body, now }) =>
    answered(trx, actor, await createSubscription(trx, actor, body, now, tell)),
  )
  route(app, services, updateSubscriptionEndpoint, updateSubscriptionSchemas, async (trx, { actor, id, body, now }) => {
    await updateSubscription(trx, actor, id, body, now, tell)
    return answered(trx, actor, id)
  })
  route(app, services, cancelSubscriptionEndpoint, cancelSubscriptionSchemas, async (trx, { actor, id, now }) => {
    await cancelSubscription(trx, actor, id, now, tell)
    return answered(trx, actor, id)
  })
  route(app, services, addDiscountEndpoint, addDiscountSchemas, async (trx, { actor, id, params, now }) => {
    await addDiscount(trx, actor, id, params, now)
    return answered(trx, actor, id)
  })
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
