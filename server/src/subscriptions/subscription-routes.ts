import { Refusal } from '@kontor/contract/refusal'
import { createDiscountEndpoint, deleteDiscountEndpoint, updateDiscountEndpoint } from '@kontor/contract/subscriptions/discount.endpoints'
import { createPlanEndpoint, deletePlanEndpoint, updatePlanEndpoint } from '@kontor/contract/subscriptions/plan.endpoints'
import { addDiscountEndpoint, cancelSubscriptionEndpoint, createSubscriptionEndpoint, removeDiscountEndpoint, updateSubscriptionEndpoint } from '@kontor/contract/subscriptions/subscription.endpoints'
import { subscriptionReply } from '@kontor/contract/subscriptions/subscription.schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { command } from '../platform/http/command.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { getRow, type Source } from '../platform/rows/list.ts'
import { addDiscount, removeDiscount } from './attach-discount.ts'
import { cancelSubscription, updateSubscription } from './change-course.ts'
import { createSubscription } from './create-subscription.ts'
import { discountSource } from './discount.rows.ts'
import { planSource } from './plan.rows.ts'
import { createDiscount, deleteDiscount, updateDiscount } from './save-discount.ts'
import { createPlan, deletePlan, updatePlan } from './save-plan.ts'
import { subscriptionSource } from './subscription.rows.ts'
import { type Addresses, subscriptionAnswer, withDetails } from './subscription-answer.ts'
import type { Tell } from './tell-update.ts'

export interface SubscriptionServices extends Services, Addresses {
  readonly tell: Tell
  /** After a commit that may have written a mail. */
  readonly nudgeMail: () => void
}

/** Lists and commands of plans, subscriptions and discounts. */
export function subscriptionRoutes(app: FastifyInstance, services: SubscriptionServices): void {
  entityRoutes(app, services, planSource)
  entityRoutes(app, services, discountSource)
  entityRoutes(app, services, subscriptionSource, subscriptionReply, (trx, rows) => withDetails(trx, services, rows))
  planCommands(app, services)
  discountCommands(app, services)
  subscriptionCommands(app, services)
}

async function rowOf(source: Source, trx: Trx, actor: Actor, id: string) {
  const answer = await getRow(source, trx, actor, id)
  if (!answer) throw new Refusal('not_found')
  return { answer }
}

function planCommands(app: FastifyInstance, services: SubscriptionServices): void {
  command(app, services, createPlanEndpoint, async (trx, { actor, body, now }) =>
    rowOf(planSource, trx, actor, await createPlan(trx, actor, body, now)),
  )
  command(app, services, updatePlanEndpoint, async (trx, { actor, id, body }) => {
    await updatePlan(trx, actor, id, body)
    return rowOf(planSource, trx, actor, id)
  })
  command(app, services, deletePlanEndpoint, async (trx, { actor, id, now }) => {
    await deletePlan(trx, actor, id, now)
    return { answer: null }
  })
}

function discountCommands(app: FastifyInstance, services: SubscriptionServices): void {
  command(app, services, createDiscountEndpoint, async (trx, { actor, body, now }) =>
    rowOf(discountSource, trx, actor, await createDiscount(trx, actor, body, now)),
  )
  command(app, services, updateDiscountEndpoint, async (trx, { actor, id, body }) => {
    await updateDiscount(trx, actor, id, body)
    return rowOf(discountSource, trx, actor, id)
  })
  command(app, services, deleteDiscountEndpoint, async (trx, { actor, id, now }) => {
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
  command(app, services, createSubscriptionEndpoint, async (trx, { actor, body, now }) =>
    answered(trx, actor, await createSubscription(trx, actor, tell, body, now)),
  )
  command(app, services, updateSubscriptionEndpoint, async (trx, { actor, id, body, now }) => {
    await updateSubscription(trx, actor, tell, id, body, now)
    return answered(trx, actor, id)
  })
  command(app, services, cancelSubscriptionEndpoint, async (trx, { actor, id, now }) => {
    await cancelSubscription(trx, actor, tell, id, now)
    return answered(trx, actor, id)
  })
  command(app, services, addDiscountEndpoint, async (trx, { actor, id, request, now }) => {
    await addDiscount(trx, actor, id, discountOf(request), now)
    return answered(trx, actor, id)
  })
  command(app, services, removeDiscountEndpoint, async (trx, { actor, id, request }) => {
    await removeDiscount(trx, actor, id, discountOf(request))
    return { answer: null }
  })
}

function discountOf(request: FastifyRequest): string {
  const { discountId } = request.params as { discountId: string }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(discountId)) throw new Refusal('not_found')
  return discountId.toLowerCase()
}
