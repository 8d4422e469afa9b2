import { setTimeout as sleep } from 'node:timers/promises'
import { isFinalDecline } from '@kontor/contract/payments/decline.rules'
import { openStatuses } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { isDoubted, openDoubts } from '../engine/contradictions/doubts.ts'
import type { BegunOperation, BegunPayment } from '../engine/outbox/operation.ts'
import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/db/database.ts'
import { fixed, isAny } from '../platform/db/kept-plans.ts'
import { literals } from '../platform/db/literals.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { oneTurn } from '../platform/jobs/one-turn.ts'
import { dayIn } from '../platform/time/day-in.ts'
import { beginCycle, openCycle } from './begin-cycle.ts'
import { cancelled } from './cancel-subscription.ts'
import { changeSubscription } from './change-subscription.ts'
import {
  findFreeSubscription,
  type LockedSubscription,
  lockSubscription,
  type WithCycle,
} from './locked-subscription.ts'
import { cycleFailed, cycleGivenUp, cyclePaid, cycleRefused, cycleReversed, settleCycle } from './settle-cycle.ts'
import type { Tell } from './tell-update.ts'

export interface BillingEngine {
  databases: Databases
  tell: Tell
  /** Tells the processor at once; settles when it has answered, or after a while. */
  charge: (begun: BegunOperation) => Promise<void>
}

interface Due {
  merchant: string
  id: string
}

interface Unsettled extends Due {
  cycle: number
}

const atOnce = 16
/** Milliseconds to wait for a processor; what it answers later is settled at a later run. */
const patience_ms = 2_000

/**
 * Bills due subscriptions, a cycle at a time, in the order of their due days. Each step is one database transaction: it
 * begins a payment, or acts on its outcome; between the two the outbox asks the processor. After a crash between two
 * steps a row says what comes next, and the next run continues there. A run that has very much to do leaves the rest to the
 * next one.
 */
export function billSubscriptions(engine: BillingEngine): EngineJob {
  /** Those that failed are left until all others are billed. */
  const errors = new Map<string, unknown>()
  const each = async <D extends Due>(found: D[], work: (due: D) => Promise<unknown>, isOver: () => boolean) => {
    const left = found.filter(({ id }) => !errors.has(id))
    for (let start = 0; start < left.length; start += atOnce) {
      const some = left.slice(start, start + atOnce)
      await Promise.all(some.map((due) => work(due).catch((error) => errors.set(due.id, error))))
      if (isOver()) return true
    }
    return false
  }
  return {
    name: 'bill-subscriptions',
    every_ms: 1_000,
    async run(now) {
      const isOver = oneTurn()
      /** Those that somebody else holds are left to a later run. */
      const held = new Set<string>()
      const settleOne = (due: Unsettled) => settle(engine, due, now, due.cycle)
      if (await each(await findUnsettled(engine.databases), settleOne, isOver)) return true
      if (await each(await findReversed(engine.databases), (due) => reverse(engine, due, now), isOver)) return true
      for (;;) {
        const due = await findDue(engine.databases, now, [...errors.keys(), ...held])
        if (due.length === 0) break
        const work = async (one: Due) => (await bill(engine, one, now)) || held.add(one.id)
        if (await each(due, work, isOver)) return true
      }
      const told = new Map(errors)
      errors.clear()
      // A subscription that cannot be billed does not stop the others, but it is reported.
      if (told.size > 0) throw new AggregateError(told.values(), `subscriptions ${[...told.keys()].join(', ')}`)
      return false
    },
  }
}

/** Does what is due for a subscription on this day, and acts on the outcome. False: it is left to somebody else. */
async function bill(engine: BillingEngine, due: Due, now: Date): Promise<boolean> {
  const actor = engineActor(due.merchant, 'system')
  const begun = await inTransaction(engine.databases, actor, async (trx) => {
    const locked = await findFreeSubscription(trx, actor, due.id)
    if (!locked || !isDue(locked, now) || (await isDoubted(trx, 'subscription', locked.subscription))) return 'left'
    return act(trx, engine.tell, locked, now)
  })
  if (begun === 'left') return false
  if (!begun) return true
  const { job } = begun
  if (job !== null) await Promise.race([engine.charge({ ...begun, job }), sleep(patience_ms)])
  await settle(engine, due, now)
  return true
}

/** False when another process was faster. */
function isDue({ subscription, cycle, time_zone }: LockedSubscription, now: Date): boolean {
  return subscription.act_on !== null && subscription.act_on <= dayIn(time_zone, now) && cycle?.status !== 'PAYING'
}

async function act(trx: Trx, tell: Tell, locked: LockedSubscription, now: Date): Promise<BegunPayment | undefined> {
  if (locked.subscription.status === 'CREATED') {
    const over = { status: 'EXPIRED', status_reason: 'not_paid_in_time', act_on: null, due_date: null } as const
    await changeSubscription(trx, tell, locked, over, now)
    return undefined
  }
  const opened = await openCycle(trx, locked, now)
  if (opened.cycle.amount === 0) {
    await cyclePaid(trx, tell, opened, undefined, now)
    return undefined
  }
  const { final_decline } = locked.subscription
  if (final_decline !== null) {
    // The payer has the same days for each cycle that is not asked for.
    if (opened.cycle.first_failed_on === null)
      await cycleFailed(trx, tell, opened, { reason: final_decline, isFinal: true }, now)
    else await cycleGivenUp(trx, tell, opened, now)
    return undefined
  }
  return charge(trx, tell, opened, now)
}

/**
 * Begins the payment. A refusal before a processor was asked is a failed try where only the payer can mend it. Any other
 * is the shop's own, such as a limit of the day.
 */
async function charge(trx: Trx, tell: Tell, opened: WithCycle, now: Date): Promise<BegunPayment | undefined> {
  try {
    return await beginCycle(trx, opened, 'agreed', now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = error.code
    // A customer who was erased before that ended subscriptions.
    if (reason === 'customer_erased') await changeSubscription(trx, tell, opened, cancelled(reason), now)
    else if (isFinalDecline(reason)) await cycleFailed(trx, tell, opened, { reason, isFinal: true }, now)
    else await cycleRefused(trx, tell, opened, reason, now)
    return undefined
  }
}

const settle = ({ databases, tell }: BillingEngine, due: Due, now: Date, cycle?: number): Promise<void> =>
  inTransaction(databases, engineActor(due.merchant, 'system'), async (trx) =>
    settleCycle(trx, tell, await lockSubscription(trx, engineActor(due.merchant, 'system'), due.id), now, cycle),
  )

function reverse({ databases, tell }: BillingEngine, due: Due, now: Date): Promise<void> {
  return inTransaction(databases, engineActor(due.merchant, 'system'), async (trx) => {
    const locked = await lockSubscription(trx, engineActor(due.merchant, 'system'), due.id)
    const cycle = await trx
      .selectFrom('subscription_cycle')
      .selectAll()
      .where('merchant_id', '=', due.merchant)
      .where('subscription_id', '=', due.id)
      .where('status', '=', 'PAID')
      .where('living', '=', 0)
      .where('transaction_id', 'is not', null)
      .where('amount', '>', 0)
      .orderBy('cycle')
      .limit(1)
      .executeTakeFirst()
    if (cycle && locked.subscription.act_on !== null) await cycleReversed(trx, tell, { ...locked, cycle }, now)
  })
}

/** Due subscriptions of active merchants, the oldest days first, without those that are being paid. */
async function findDue({ provider }: Databases, now: Date, except: string[]): Promise<Due[]> {
  const due = sql`from subscription s join merchant m on m.id = s.merchant_id and m.active
    where s.act_on <= (${now.toISOString()}::timestamptz at time zone m.time_zone)::date
      -- A bound for the index: days that are due anywhere on earth.
      and s.act_on <= ${now.toISOString()}::date + 1`
  if (!(await isAny(provider, due))) return []
  const { rows } = await sql<Due>`
    select s.merchant_id as merchant, s.id ${due}
      and not s.id = any(${except}::uuid[])
      and not exists (select from subscription_cycle c where c.merchant_id = s.merchant_id
        and c.subscription_id = s.id and c.cycle = s.billing_cycle and c.status = 'PAYING')
      -- A processor reports money of a payment that had failed: until a person has looked, charging could pay twice.
      and not exists (select from contradiction x
        join transaction t on t.merchant_id = x.merchant_id and t.created_at = x.transaction_created_at and t.id = x.transaction_id
        where x.merchant_id = s.merchant_id and x.state = 'OPEN' and x.kind in ('payment', 'capture') and t.subscription_id = s.id)
      -- The same holds while a person has not said whether another payment was that of a cycle.
      and not exists (${openDoubts(provider, 'subscription', sql.ref('s.id')).where(
        'doubt.merchant_id',
        '=',
        sql<string>`s.merchant_id`,
      )})
    order by s.act_on, s.id limit 200`.execute(provider)
  return rows
}

/** Cycles whose payment has ended without anything done about it. */
async function findUnsettled({ provider }: Databases): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`${fixed}
    select c.merchant_id as merchant, c.subscription_id as id, c.cycle from subscription_cycle c
    join transaction t on t.merchant_id = c.merchant_id and t.created_at = c.transaction_created_at and t.id = c.transaction_id
    where c.status = 'PAYING' and t.status not in (${literals(openStatuses)})
      and not (t.status = 'AUTHORIZED' and t.amount > 0)
    order by c.due_date`.execute(provider)
  return rows
}

async function findReversed({ provider }: Databases): Promise<Due[]> {
  const { rows } = await sql<Due>`${fixed}
    select distinct c.merchant_id as merchant, c.subscription_id as id from subscription_cycle c
    join subscription s on s.merchant_id = c.merchant_id and s.id = c.subscription_id and s.act_on is not null
    where c.status = 'PAID' and c.living = 0 and c.transaction_id is not null and c.amount > 0`.execute(provider)
  return rows
}
