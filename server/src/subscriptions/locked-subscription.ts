import { Refusal } from '@kontor/contract/refusal'
import type { PlanInterval } from '@kontor/contract/subscriptions/plan.rules'
import type { SubscriptionStatus } from '@kontor/contract/subscriptions/subscription.rules'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import { dayIn } from '../platform/time/day-in.ts'
import type { Plan, Subscription, SubscriptionCycle } from '../schema.ts'

// CHECK constraints allow only these values in the columns.
export type StoredSubscription = Omit<Selectable<Subscription>, 'status'> & { status: SubscriptionStatus }
export type StoredPlan = Omit<Selectable<Plan>, 'interval'> & { interval: PlanInterval }
export type StoredCycle = Selectable<SubscriptionCycle>

/** A subscription with everything that decides about its money. */
export interface SubscriptionWithPlan {
  subscription: StoredSubscription
  plan: StoredPlan
  /** The next cycle to be paid, once it was begun. */
  cycle: StoredCycle | undefined
  /** The merchant's time zone, which decides about days. */
  time_zone: string
}

/** The subscription's row is locked until the database transaction ends. */
export type LockedSubscription = SubscriptionWithPlan & { subscription: Locked<StoredSubscription> }
export type WithCycle = LockedSubscription & { cycle: StoredCycle }

export async function lockSubscription(trx: Trx, actor: Actor, id: string): Promise<LockedSubscription> {
  const found = await findLockedSubscription(trx, actor, id)
  if (!found) throw new Refusal('not_found')
  return found
}

/** Locks a subscription. Every change of it, and every beginning of a payment for it, locks its row first. */
export async function findLockedSubscription(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<LockedSubscription | undefined> {
  return withPlan(trx, await lockRow(visible(trx, actor, id), { strength: 'no key update' }))
}

/** Undefined also when another process has locked it, because that one does the work. */
export async function findFreeSubscription(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<LockedSubscription | undefined> {
  return withPlan(trx, await lockRow(visible(trx, actor, id), { strength: 'no key update', skipsLocked: true }))
}

/** Reads a subscription without the lock, for viewing only. */
export async function readSubscription(trx: Trx, actor: Actor, id: string): Promise<SubscriptionWithPlan | undefined> {
  return withPlan(trx, await visible(trx, actor, id).executeTakeFirst())
}

const visible = (trx: Trx, actor: Actor, id: string) =>
  trx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(actor, 'subscription'))
    .$castTo<StoredSubscription>()

async function withPlan<S extends StoredSubscription>(
  trx: Trx,
  subscription: S | undefined,
): Promise<(SubscriptionWithPlan & { subscription: S }) | undefined> {
  if (!subscription) return undefined
  const plan = await trx
    .selectFrom('plan')
    .selectAll()
    .where('merchant_id', '=', subscription.merchant_id)
    .where('id', '=', subscription.plan_id)
    .executeTakeFirstOrThrow()
  const { time_zone } = await trx
    .selectFrom('merchant')
    .select('time_zone')
    .where('id', '=', subscription.merchant_id)
    .executeTakeFirstOrThrow()
  const cycle = await findCycle(trx, subscription)
  return { subscription, plan: plan as StoredPlan, cycle, time_zone }
}

/**
 * The first cycle instead of cycle 0 when the start that lay ahead has come and nobody is storing a card at this moment:
 * the payer then pays at once.
 */
export async function onceStarted<S extends SubscriptionWithPlan>(trx: Trx, found: S, now: Date): Promise<S> {
  const { subscription, cycle, time_zone } = found
  const isAhead = subscription.starts_on !== null && subscription.starts_on > dayIn(time_zone, now)
  if (subscription.billing_cycle > 0 || isAhead || (cycle?.living ?? 0) > 0) return found
  return { ...found, subscription: { ...subscription, billing_cycle: 1 }, cycle: await findCycle(trx, subscription, 1) }
}

export const findCycle = (trx: Trx, { merchant_id, id, billing_cycle }: StoredSubscription, cycle = billing_cycle) =>
  trx
    .selectFrom('subscription_cycle')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('subscription_id', '=', id)
    .where('cycle', '=', cycle)
    .executeTakeFirst()
