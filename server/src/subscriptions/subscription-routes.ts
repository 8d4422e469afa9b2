import { Refusal } from '@kontor/contract/refusal'
import {
  createDiscountCommand,
  deleteDiscountCommand,
  updateDiscountCommand,
} from '@kontor/contract/subscriptions/discount.commands'
import { createPlanCommand, deletePlanCommand, updatePlanCommand } from '@kontor/contract/subscriptions/plan.commands'
import {
  addDiscountCommand,
  cancelSubscriptionCommand,
  createSubscriptionCommand,
  removeDiscountCommand,
  subscriptionReply,
  updateSubscriptionCommand,
} from '@kontor/contract/subscriptions/subscription.commands'
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
  command(app, services, createPlanCommand, async (trx, { actor, body, now }) =>
    rowOf(planSource, trx, actor, await createPlan(trx, actor, body, now)),
  )
  command(app, services, updatePlanCommand, async (trx, { actor, id, body }) => {
    await updatePlan(trx, actor, id, body)
    return rowOf(planSource, trx, actor, id)
  })
  command(app, services, deletePlanCommand, async (trx, { actor, id, now }) => {
    await deletePlan(trx, actor, id, now)
    return { answer: null }
  })
}

function discountCommands(app: FastifyInstance, services: SubscriptionServices): void {
  command(app, services, createDiscountCommand, async (trx, { actor, body, now }) =>
    rowOf(discountSource, trx, actor, await createDiscount(trx, actor, body, now)),
  )
  command(app, services, updateDiscountCommand, async (trx, { actor, id, body }) => {
    await updateDiscount(trx, actor, id, body)
    return rowOf(discountSource, trx, actor, id)
  })
  command(app, services, deleteDiscountCommand, async (trx, { actor, id, now }) => {
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
  command(app, services, createSubscriptionCommand, async (trx, { actor, body, now }) =>
    answered(trx, actor, await createSubscription(trx, actor, tell, body, now)),
  )
  command(app, services, updateSubscriptionCommand, async (trx, { actor, id, body, now }) => {
    await updateSubscription(trx, actor, tell, id, body, now)
    return answered(trx, actor, id)
  })
  command(app, services, cancelSubscriptionCommand, async (trx, { actor, id, now }) => {
    await cancelSubscription(trx, actor, tell, id, now)
    return answered(trx, actor, id)
  })
  command(app, services, addDiscountCommand, async (trx, { actor, id, request, now }) => {
    await addDiscount(trx, actor, id, discountOf(request), now)
    return answered(trx, actor, id)
  })
  command(app, services, removeDiscountCommand, async (trx, { actor, id, request }) => {
    await removeDiscount(trx, actor, id, discountOf(request))
    return { answer: null }
  })
}

function discountOf(request: FastifyRequest): string {
  const { discountId } = request.params as { discountId: string }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(discountId)) throw new Refusal('not_found')
  return discountId.toLowerCase()
}
